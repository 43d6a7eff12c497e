; Direct, indexed, based.
;= .text 6101000061320000615400026fe0fffc317600083389fffe74160400703a0100
x	ld	r1,x
	ld	r2,x(r3)
	ld	r4,x+2(r5)
	ld	-4(r14),r0
	ld	r6,r7(#8)
	ld	r8(#-2),r9
	lda	r6,r1(r4)
	ldb	rl2,r3(r1)
