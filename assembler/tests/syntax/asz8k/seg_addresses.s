; Segmented mode: numbers as addresses are in segment 0.
;= .text 6101800001006132800002005e0880000004140412345678
	ld	r1,100h
	ld	r2,200h(r3)
	jp	4
	ldl	rr4,#12345678h
