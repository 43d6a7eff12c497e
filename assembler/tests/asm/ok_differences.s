! Differences of addresses are numbers, whatever is added in between.
!= 8d078d0700020000fffc000200080008fffffffffffffffefffd0001000000260025ffda26268d0721010026bd2200280030
!= 0000
a:	nop
b:	nop
	.word b-a,b-a+a-b,(a-b)-(b-a),-(a-b),(b-a)*4,(b-a)<<2,b-a==2,b>a,a<b
	.word -(b-a),~(b-a),(b-a)/2,(b-a)%2,c-a,c-b+1,a-c
	.byte c-a,-(a-c)
c:	nop
	ld r1,#c-a
	ldk r2,#b-a
	.word c-a+(b-a),.-a,.-.
	.even
