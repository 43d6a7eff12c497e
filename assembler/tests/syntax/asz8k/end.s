; Nothing is read after the end.
;= .text 8d07
	nop
	.end
	ret
