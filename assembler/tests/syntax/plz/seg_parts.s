! The segment and the offset of an address. !
!= .text 8d070de900020de980002102800001030004140280000002 !
m module
$segmented
internal
p procedure
 entry
	nop
x:	push	@rr14,#offset x
	push	@rr14,#seg x
	ld	r2,#^s x
	add	r3,#^o x+2
	ldl	rr2,#x
end p
end m
