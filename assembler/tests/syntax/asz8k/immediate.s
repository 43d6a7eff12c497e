; Numbers of each size.
;= .text 21001234c156140212345678bd4f0d5100014c01010002020df900031606ffffffff
	ld	r0,#1234h
	ldb	rh1,#56h
	ldl	rr2,#12345678h
	ldk	r4,#15
	cp	@r5,#1
	cpb	0100h,#2
	push	@r15,#3
	addl	rr6,#-1
