; What the asz8k of 1984 takes, with its bytes: commas at the end, a macro that is defined again,
; and the end of a file.
;= .text b21100048d07a9108d07
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
	nop
