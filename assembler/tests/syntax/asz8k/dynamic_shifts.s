; Shifts by a register, and rotated digits.
;= .text b31b0200b29b0200b3470200be98bc90ad212c29af36
	sda	r1,r2
	sdab	rl1,r2
	sdll	rr4,r2
	rldb	rl0,rl1
	rrdb	rh0,rl1
	ex	r1,r2
	exb	rl1,@r2
	tcc	eq,r3
