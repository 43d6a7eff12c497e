! Common symbols get space. !
!= .text 210000049e08 !
	.comm	2, _a
	.code
	ld	r0,#_f
_f::	ret
	.extern	_f
