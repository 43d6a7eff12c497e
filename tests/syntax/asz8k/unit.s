; Numbers of a unit of floating-point numbers from memory and to it, as the asz8k of 1984 has them.
;= .text 8f1882218f1082218f58c3000f2481210f3c82214f04812100144f0c812100164f24872100144f2c81210014
	fldil	f1,rr2
	fldil	rr2,f1
	fldctl	user,r3
	fldil	f1,@r2
	fldil	@r3,f2
lab:
	fldil	f1,lab
	fldil	lab+2,f1
	fldil	f7,lab(r2)
	fldil	lab(r2),f1
