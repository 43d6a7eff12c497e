! Data and space. !
!= .text 61010006 !
!= .data 40616263000012340005800000060000000000000007 !
	.psec	data
	.data
	.even
x:	.byte	%40, 'a', "bc", 0
	.even
y:	.word	%1234, 5
	.long	y
	.addr	x
	.=.+4
	.word	7
	.psec
	.code
	ld	r1,y
