	fadd	f1,#5
	fadds	f1,f2
	fclr
	fsetmode	xx
	fldbcd	f1,r2,#9
	fld	f1,1234h
