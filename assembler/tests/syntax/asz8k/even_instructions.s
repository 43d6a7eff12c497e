; Instructions begin at even addresses.
;= .text 01008d0702038d0704008d0700020009
	.byte	1
go	nop
	.byte	2,3
	nop
	.byte	4
alone
	nop
	.word	go, alone
