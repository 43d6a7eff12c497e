m	macro
	nop
