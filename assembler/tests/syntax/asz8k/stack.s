; Push and pop, and several registers.
;= .text 93f191f297f395f41cf908051cf1080553fe0004
	push	@r15,r1
	pushl	@r15,rr2
	pop	r3,@r15
	popl	rr4,@r15
	ldm	@r15,r8,#6
	ldm	r8,@r15,#6
	push	@r15,4(r14)
