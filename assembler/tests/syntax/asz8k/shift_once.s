; A shift or rotation without a count is one by 1.
;= .text b3190001b329ffffb331ffffb3410001b2990001b32dffffb310b32cb234
	sla	r1
	sra	r2
	srl	r3
	sll	r4
	slab	rl1
	sral	rr2
	rl	r1
	rrc	r2
	rrb	rh3
