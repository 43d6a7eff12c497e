; The dollar sign is the address of the statement.
;= .text 8d0700020006e8ff21010008
	nop
	.word	$, $+2
	jr	$
	ld	r1,#$
len	.equ	$-0
