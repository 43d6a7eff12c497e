; Brackets change the order.
;= .text 00090004000c6124001a
lbss	.equ	24
	.word	(1+2)*3, ((4)), 2*(3+(4-1))
	ld	r4,(lbss+2)(r2)
