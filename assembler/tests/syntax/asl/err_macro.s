m	macro	x
	ld	r1,x
	endm
	m	#5
	m	nowhere(r1,r2)
	m	#70000
	rept	2
	ld	r1,#70000
	endm
	if	1
