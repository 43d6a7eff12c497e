; The label of a call is parameter 0.
;= .text 21010007e8fd
enter	.macro
?0	ld	r1,#?1
	.endm
here	enter	7
	jr	here
