! Operands as other assemblers write them.
	ld	r1,@r2+
	ld	r1,@-r2
	ld	r1,@5
	ld	r1 #5
	jr	nz x
	ei	vi nvi
	.word	1 2
	.globl	foo bar
	ld	r1,#low x
	ld	r1,#high x
	ld	r1,#hi(x)
	ld	r1,#offset x
	ld	r1,word ptr x
	ld	r1,^x
	ld	r1,#5 // comment
	ld	r1,#x?1:2
	push	r1
	pop	r1
	pushl	rr2
