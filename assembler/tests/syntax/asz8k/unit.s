; A unit of floating-point numbers, as the asz8k of 1984 has it: each instruction, each kind of operand, conditions.
;= .text 8e1482808f1882810f4481838e3444804f04418400008f1842838e3400008e1442100f4441118e1042108e1042208e1442204f244123
;= .text 00008e3000108e3000208e1442a08e1482d08e1482008f1082040f4c81014f04860300004f0c860300028f1882140f4c81148f58c300
;= .text 0f44c0018f18c2018f20c2014f0cc40100008f68c2048f70c2048f1882218f1082210f2481210f3c82214f04812100004f0c81210002
;= .text 4f24872100004f2c812100008f1084238e1482304f04813400008f5082410f4c81438e1442b08e1482908e1482b08f1882b18e1442c0
;= .text 8e1042c08e04c0218e24c4248e1402a04f34019300008e04c03a8e04c1408e24cb308e1482c08e1442905e0100005e0200005e030000
;= .text 5e0400005e0600005e0700005e0900005e0a00005e0b00005e0c00005e0e0000efff
lab:
	fabs	f1,f2
	fabss	f1,r2
	fabsd	f1,@r4
	fadd	f3,f4
	fadd	f1,lab
	faddd	f1,r2
	fclr	f3
	fcp	f1,f2
	fcps	f1,@r4
	fcpf	f1,f2
	fcpfx	f1,f2
	fcpx	f1,f2
	fcpxd	f1,lab(r2)
	fcpz	f3
	fcpzx	f3
	fdiv	f1,f2
	fint	f1,f2
	fld	f1,f2
	fld	r2,f1
	flds	@r4,f1
	fldd	f6,lab
	fldd	lab+2,f6
	fldbcd	f1,r2
	fldbcd	@r4,f1,#5
	fldctl	user,r3
	fldctl	sc,@r4
	fldctl	pc1,rr2
	fldctl	rr2,pc2
	fldctl	lab,fflags
	fldctl	fop1,r2
	fldctl	r2,fop2
	fldil	f1,rr2
	fldil	rr2,f1
	fldil	f1,@r2
	fldil	@r3,f2
	fldil	f1,lab
	fldil	lab+2,f1
	fldil	f7,lab(r2)
	fldil	lab(r2),f1
	fldiq	rq4,f1
	fldm	f1,f2
	fldnf	f1,lab
	fldtl	rr2,f5
	fldtq	@r4,f1
	fmul	f1,f2
	fneg	f1,f2
	fpwr2	f1,f2
	fpwr2s	f1,r2
	fremsnf	f1,f2
	fremstep	f1,f2
	fresflg	inv
	frestrap	un,nan
	frvdiv	f1,f2
	frvsubd	f1,lab(r3)
	fsetflg	fov,dz
	fsetmode	rz
	fsettrap	inx,de,ix
	fsqr	f1,f2
	FSUB	F1,F2
	jp	flu,lab
	jp	flue,lab
	jp	fle,lab
	jp	fun,lab
	jp	feq,lab
	jp	flt,lab
	jp	fge,lab
	jp	fgt,lab
	jp	fgu,lab
	jp	ford,lab
	jp	fneu,lab
	jr	fgeu,$
