! Code and data go apart without a section. !
!= .text 61010000610200029e08 !
!= .data 00010002 !
m module
global
 a word := 1
p procedure
 entry
	ld	r1,a
	ld	r2,b
end p
 b word := 2
q procedure
 entry
	ret
end q
end m
