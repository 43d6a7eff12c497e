! Global labels, local ones in braces, and constants. !
!= .text 030f0008e8018d079e08e8ff21010007 !
	sp := r15
	.psec
	.code
_f::
	{
	sub	sp,#~L2-12
	jr	~end
	nop
~end:	ret
	~L1 := 16
	~L2 := 20
	}
_g::
	{
~end:	jr	~end
	ld	r1,#~L2
	~L2 := 7
	}
