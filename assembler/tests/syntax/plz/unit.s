! Instructions for a unit of floating-point numbers, as the asz8k of 1984 has them. !
!= .text 8f0086010f7c83030ff481148e1440a00ff4c4018e04c0400f3440b44f0480040022 !
units module
global
  start procedure
    entry
	flds	r6,f0
	fldd	@r7,f3
	fldbcd	f1,@r15
	fdiv	f1,f0
	fldctl	fflags,@r15
	fsetmode	rn
	fmul	f0,@r3
	fld	f0,value
value:
  end start
end units
