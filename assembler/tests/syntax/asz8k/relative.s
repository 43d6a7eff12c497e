; Loads relative to the instruction.
;= .text 3101fffc300afff835040008340600043307000000000000
x	ldr	r1,x
	ldrb	rl2,x
	ldrl	rr4,y
	ldar	r6,y
	ldr	y,r7
y	.long	0
