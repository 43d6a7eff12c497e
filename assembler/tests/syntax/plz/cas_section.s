! A section of a name has areas. !
!= .text 8d07 !
!= strdata 61626364 !
	.psec	strdata
	.data
	.byte	"ab"
	.psec
	.code
	nop
	.psec	strdata
	.data
	.byte	"cd"
