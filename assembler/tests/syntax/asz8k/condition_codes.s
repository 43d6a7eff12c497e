; Names of condition codes, some of them only in this dialect.
;= .text e1ffe2fee3fde4fce4fbe4fae4f9e5f8e5f7e6f6e7f55e0b00005e0c00009e0f9e05af14
x	jr	lt,x
	jr	le,x
	jr	ule,x
	jr	ov,x
	jr	pe,x
	jr	p,x
	jr	v,x
	jr	mi,x
	jr	s,x
	jr	eq,x
	jr	c,x
	jp	ugt,x
	jp	po,x
	ret	nc
	ret	S
	tcc	V,r1
