; Calls and loops.
;= .text dff9f182fa035f0000101f30e8f91e489e08
top	calr	sub1
	djnz	r1,top
	dbjnz	rl2,top
	call	sub1
	call	@r3
	jr	top
	jp	@r4
sub1	ret
