; Instructions on blocks.
;= .text bb210310ba590640bb240316ba56064eb8100320b846065e
	ldir	@r1,@r2,r3
	lddrb	@r4,@r5,r6
	cpir	r1,@r2,r3,eq
	cpsirb	@r4,@r5,r6,nz
	trib	@r1,@r2,r3
	trtirb	@r4,@r5,r6
