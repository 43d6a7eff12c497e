; Blanks part operands as commas do.
;= .text a121a14301050006
	ld	r1 r2
	ld	r3 , r4
	add	r5	#6
