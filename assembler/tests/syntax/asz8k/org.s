; Another address of the section.
;= .text 8d070000000000008d070008
start	nop
	.org	start+8
at8	nop
	.word	at8
