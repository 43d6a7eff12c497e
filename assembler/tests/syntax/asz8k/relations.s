; What holds is -1.
;= .text ffff0000ffffffffffff0000ffffffff0003
	.word	1=1, 1=2, 1!=2, 3<4, 4<=4, 5>6, 6>=6
	.word	1+1=2, 3&2=2
