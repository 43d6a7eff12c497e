; A space ends an expression: another value follows.
;= .text 0001fffe0003000400050607
	.word	1 -2
	.word	3 4, 5
	.byte	6 , 7
