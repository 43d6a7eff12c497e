! Commas between operands may be omitted, or end a line. !
!= .text 57f0000ea1211cf900048dc100000000 !
m module
global
p procedure
 entry

	pop	x+2 @r15
	ld	r1 r2
	ldm	@r15,
		r0,#5
	setflg	c z
x	array [2 word]
end p
end m
