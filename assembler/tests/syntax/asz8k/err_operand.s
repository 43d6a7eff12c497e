	ld	r1,(r2)
	ld	r1,@5
	push	@r15,,r1
