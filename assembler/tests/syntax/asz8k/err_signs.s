	ld	r1,#!5
	ld	r1,#"abcde"
	{ nop }
