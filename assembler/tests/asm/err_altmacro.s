	.altmacro
	.macro	put number
	.byte	number
	.endm
	put	%(2 + éé one
	put	%(1 + none)
