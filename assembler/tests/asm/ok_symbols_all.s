! Variables, constants by later ones, local labels by their numbers, and names of the current place.
!= 010214050b05010104020402020008000f0c0d00
	.set v,1
	.byte v
	.set v,v+1
	.byte v
	v=v*10
	.byte v
	w==5
	.byte w,later
	.equ later,w+later2
	.equ later2,6
	.lsym l,w
	.byte l
1:	.byte 1
	.byte 1b-start,1f-start
1:	.byte 2
	.byte 1b-start
2:	.byte 2b-1b,3f-2b
3:
start = 1b-4
	.word .-start,.
	.eqv here,.-start
	.byte here,here
	.even
