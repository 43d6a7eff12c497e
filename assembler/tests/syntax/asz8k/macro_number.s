; Each call has a number.
;= .text f181f281
wait	.macro
loop?#	djnz	?1,loop?#
	.endm
	wait	r1
	wait	r2
