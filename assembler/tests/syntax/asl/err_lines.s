	ld	r1,#
	db	300,1
	dw	"a
	db	12a
x	equ	1
x	equ	2
	phase
	else
	endm
	in	r1,5
	db	1,?
	db	f(1)
	dw	strlen(5)
	db	2 dup (
	ds	4 5
	align	4 7
	org	16 3
