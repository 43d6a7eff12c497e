; A semicolon begins a comment, but not in a string.
;= .text 8d073b3b3b005e080002
; a whole line
	nop		; behind an instruction
label		; behind a label
	.byte	";;", ';'	; text
	jp	label
