; Constants, one of them by a later one.
;= .text 03e80001004dbd31
big	.equ	1000
small	.equ	big-999
	.word	big, small, late
	ldk	r3,#small
late	.equ	77
