; What belongs to the system.
;= .text 7f027d127d2d7d3f8c9139407a007b007b087b5d
	sc	#2
	ldctl	r1,fcw
	ldctl	psap,r2
	ldctl	nsp,r3
	ldctlb	rl1,flags
	ldps	@r4
	halt
	iret
	mset
	mreq	r5
