twice	.macro
	ld	?1,#?2
	add	?1,#0ffxh
	.endm
	twice	r1,2
