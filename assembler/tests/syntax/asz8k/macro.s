; A macro with parameters.
;= .text a121010100052143010300ff
move	.macro
	ld	?1,?2
	add	?1,#?3
	.endm
	move	r1,r2,5
	move	r3,@r4,0ffh
