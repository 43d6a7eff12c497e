! Directives and instructions as other assemblers write them.
	.ld	r1
	.code
	segment	code
	public	foo
	extrn	foo
	xdef	foo
	endm
	IF	x
	incbin	"x"
	space	5
	rmb	5
	fcb	5
	fcc	"abc"
	dd	5
	binclude "x"
main	procedure
	internal
two	macro	a
	rts
	reti
	align	4
