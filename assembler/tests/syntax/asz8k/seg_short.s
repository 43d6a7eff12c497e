; Short addresses begin with a bar.
;= .text 61010010613200124d0800ff
	ld	r1,|10h
	ld	r2,|10h+2(r3)
	clr	|0ffh
