! Short addresses, and a segment. !
!= .text 610000106df800146101850012346132bb0000102121 !
m module
$segmented
internal
p procedure
 entry
	ld	r0,|%10|
	ex	r8,|%12+2|(r15)
	ld	r1,<<5>>%1234
	ld	r2,<<%3B>>%0010(r3)
$nonsegmented
	ld	r1,@r2
end p
end m
