; A source in the same dialect is read here.
;= .text 00ffbd15
	.input	"include/values.inc"
	ldk	r1,#five
