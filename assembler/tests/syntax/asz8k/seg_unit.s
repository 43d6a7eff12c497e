; The same in segmented mode; an address has the segment that the linker gives it, here 0.
;= .text 8d070f2481210f4c82214f0481218000000a4f0c81218000000c4f2487218000000a4f2c81218000000a
	nop
	fldil	f1,@rr2
	fldil	@rr4,f2
lab:
	fldil	f1,lab
	fldil	lab+2,f1
	fldil	f7,lab(r2)
	fldil	lab(r2),f1
