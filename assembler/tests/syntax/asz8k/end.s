; Nothing is read behind the end.
;= .text 8d07
	nop
	.end
	ret
