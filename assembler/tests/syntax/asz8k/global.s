; Symbols for other objects, several on a line.
;= .text 8d078d070000
	.global	_main, _other
	.global	_third
_main	nop
_other	nop
_third	.word	_main
