start	jp	finsh
	ld	r1,value+2(r3)
finish	ret
	jp	start
	jp	finish
