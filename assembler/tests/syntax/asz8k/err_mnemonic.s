	nop
label	moev	r1,r2
