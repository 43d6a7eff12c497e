; Names with dots, dollars and underscores.
;= .text 8d078d078d07000000020004
m.init	nop
__sovf	nop
a$b	nop
	.word	m.init, __sovf, a$b
