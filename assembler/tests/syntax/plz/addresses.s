! Direct, indexed, based. !
!= .text 6101000061320000615400026fe0fffc31760008742201006e0800504df80004 !
m module
global
p procedure
 entry

x:	ld	r1,x
	ld	r2,x(r3)
	ld	r4,x+2(r5)
	ld	%0000-4(r14),r0
	ld	r6,r7(#8)
	lda	r2,r2(r1)
	ldb	%50+x,rl0
	clr	4(r15)
end p
end m
