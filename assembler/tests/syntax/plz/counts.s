! Counts of 1 are omitted. !
!= .text a910aaa069000014b334b3490001b36dffffab518d07 !
m module
global
p procedure
 entry

	inc	r1
	decb	rl2
	inc	x
	rr	r3
	sla	r4
	sral	rr6
	dec	r5,#2
x:	nop
end p
end m
