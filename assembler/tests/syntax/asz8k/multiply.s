; Arithmetic on registers of each size.
;= .text 994298241b00000a9a28b10ab110b1478d128ca0b0b0
	mult	rr2,r4
	multl	rq4,rr2
	div	rr0,#10
	divl	rq8,rr2
	exts	rr0
	extsb	r1
	extsl	rq4
	neg	r1
	comb	rl2
	dab	rl3
