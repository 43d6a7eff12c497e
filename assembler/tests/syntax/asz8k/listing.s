; What is for the listing puts nothing down.
;= .text 8d07
	.title	"a title"
	.stitle	"another"
	.list	1
	.clist	0
	.space	3
	.eject
	.within	16
	nop
