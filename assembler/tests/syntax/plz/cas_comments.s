! Comments of three kinds. !
!= .text 8d079e08 !
/* one
   two */
	.code
	nop	// three
	ret	! four
five !
