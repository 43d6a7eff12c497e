! What stands for a parameter, in strings, in characters, joined, and with other marks around it.
!= 6f6e657c74776f7c786f6e65797c6f6e6574776f7c6120627c6f6e657c007120727c337c78712072797c712072337c612062
!= 7c7120727c007c347c78797c347c6120627c7c00616105010203036131200220786231200220783c613e3c623e7879203720
!= 7879203720787937077a7a7a7a62
	.macro t a,b
	.ascii "\a|\b|x\a\()y|\a\b|a b|&a|"
	.byte 0
	.endm
	t one,two
	t "q r",3
	t ,4
	.macro c a
	.byte '\a','a,\a
	.endm
	c 5
	.macro n name,na,name2
	.byte \name,\na,\name2,\name+\na
	.endm
	n 1,2,3
	.irp x,a,b
	.ascii "\x\()1 \x2 x"
	.endr
	.irpc x,ab
	.ascii "<\x>"
	.endr
	.altmacro
	.macro s a,b
	.ascii "a b &a &b& a&b"
	.byte b
	.endm
	s xy,7
	.macro w a
	.ascii "a&&a&b"
	.endm
	w zz
	.noaltmacro
	.even
