m module
global
p procedure
 entry
	ld	r1,@x
	ld	r1,#
	ld	r1,|%10
	ld	r1,r2,r3
end p
end m
