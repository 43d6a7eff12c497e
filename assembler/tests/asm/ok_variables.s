! A variable has its value at its use, also where a later symbol keeps the line waiting.
!= 01050602070b060b07080d090e0a0f0a6400
	.set v,1
	.byte v,late,v+late
	.set w,v+10
	.set v,2
	.byte v,late+v,w
	v = v*3
	.byte v,v+late
	.if v == 6
	.set v,7
	.endif
	.byte v
	.rept 3
	.set v,v+1
	.byte v,v+late
	.endr
	.equ fixed,v
	.set v,100
	.byte fixed,v
	.equ late,5
	.even
