; Segmented mode: pointers are register pairs.
;= .text 93e121423163000874a80100bb4106203d211e48
	push	@rr14,r1
	ld	r2,@rr4
	ld	r3,rr6(#8)
	lda	rr8,rr10(r1)
	ldir	@rr2,@rr4,r6
	in	r1,@r2
	jp	@rr4
