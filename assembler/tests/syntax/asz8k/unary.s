; Signs and the complement.
;= .text ffff0002ff00fff90000010ffffc
	.word	-1, +2, ~0ffh, -(3+4), ~-1
	add	r15,#-4
