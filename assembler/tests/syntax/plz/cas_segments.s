! Segmented mode of cas. !
!= .text 54d28000000831c0ffdc5cd1080300108000000061010000 !
	.seg
	FP := rr12
	fp := r13
	.code
x:	ldl	rr2,x+%8(fp)
	ld	r0,FP(#%ffdc)
	ldm	r8,|%10|(fp),#4
	.addr	x
	.unseg
	ld	r1,x
