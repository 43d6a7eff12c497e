; Characters as numbers.
;= .text 615a20223b00c8780a013030
	.byte	'a', 'Z', ' ', '"', ';'
	ldb	rl0,#'x'
	cpb	rh1,#'0'
