! Records, and the addresses of their fields. !
!= .text 61010002600a00046103000821040005 !
!= .data 00010002030000000000 !
m module
type
 pair record [ low high word kind byte ]
internal
 x pair := [1 2 3]
 y record [ a byte b word ]
global
p procedure
 entry
	ld	r1,x.high
	ldb	rl2,x.kind
	ld	r3,y.b
	ld	r4,#sizeof pair
end p
end m
