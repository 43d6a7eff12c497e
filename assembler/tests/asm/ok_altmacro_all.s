! Arguments of the other syntax: in angle brackets, by values, joined with `&`, with escapes and strings.
!= 01020304050602ff03616200636400000701080101020303010203010200
	.altmacro
	.macro show a,b,c
	.byte a,b+0,c+0
	.endm
	show 1,2,3
	show <4>,%(2+3),6
	show %1+1,%-1&0xff,3
	.macro text a
	.ascii a
	.byte 0
	.endm
	text <"ab">
	text "cd"
	.macro joined a,b
l&a&b:	.byte l&a&b-l&a&b
	.endm
	joined x,y
	.macro inner a
	local one,two
one:	.byte a
two:	.byte two-one
	.endm
	inner 7
	inner 8
	.macro raw a
	.byte a
	.endm
	raw <1,2,3>
	raw <(1+2)>
	.irp v,<1,2>,3
	.byte v
	.endr
	.irpc c,12
	.byte c
	.endr
	.noaltmacro
	.even
