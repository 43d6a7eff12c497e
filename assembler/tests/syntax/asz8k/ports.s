; Input and output.
;= .text 3d213a94ff013f343a56ff033b2003103a5206403a850080
	in	r1,@r2
	inb	rl1,0ff01h
	out	@r3,r4
	outb	0ff03h,rh5
	inir	@r1,@r2,r3
	otirb	@r4,@r5,r6
	sinb	rl0,80h
