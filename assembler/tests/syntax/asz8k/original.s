; What the asz8k of 1984 takes, with its bytes: commas at the end, a macro that is defined again,
; registers of a unit of floating-point numbers, and the end of a file.
;= .text b21100048d07a9108f58c0008f50c5008f48c4018f40c4018f0880218f7886218f3086218d07
	.global	x, y,
x:	sllb	rh1,#4,
again	.macro
	nop
	.endm
	again
again	.macro
	inc	?1
	.endm
y:	again	r1
	fldctl	user,r0
	FLDCTL	r5,user
	fldctl	fflags,rr4
	fldctl	rr4,fflags
	fldil	f0,rr0
	fldil	f7,rr6
	fldil	rr6,f3
	nop
