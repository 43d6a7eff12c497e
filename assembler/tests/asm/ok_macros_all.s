! Arguments by place and by name, defaults, the rest of a line, counts, nested calls, and a call that exits early.
!= 010200010300010204010205070600080200090a0b090a0c04030205010601010200030102030d0d0d131423240102000304
!= 0000
	.macro one a,b=2,c
	.byte \a,\b,0\c
	.endm
	one 1
	one 1,3
	one 1,,4
	one 1,c=5
	one b=6,a=7
	one a=8
	.macro rest first,others:vararg
	.byte \first
	.ifnb \others
	rest \others
	.endif
	.endm
	rest 9,10,11
	.macro counted
	.byte \@
	.endm
	counted
	counted
	.macro joined a
l\a\()x: .byte l\a\()x-l\a\()x+\a
	.endm
	joined 12
	.macro outer n
	.if \n
	.byte \n
	.if \n==2
	.exitm
	.endif
	outer "(\n-1)"
	.endif
	.endm
	outer 4
	.macro twice x
	.macro inner y
	.byte \x,\y
	.endm
	inner 1
	.purgem inner
	.endm
	twice 5
	twice 6
	.irp v,1,2,,3
	.byte 0\v
	.endr
	.irpc v,123
	.byte \v
	.endr
	.rept 3
	.byte 13
	.endr
	.rept 0
	.byte 14
	.endr
	.irp a,1,2
	.irp b,3,4
	.byte \a*16+\b
	.endr
	.endr
	.altmacro
	.macro alt x,y
	local here
here:	.byte x,y,here-here
	.endm
	alt 1,<2>
	alt %(1+2),4
	.noaltmacro
	.even
