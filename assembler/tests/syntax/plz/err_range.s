m module
global
p procedure
 entry
	ld	r1,#%12345
	ldk	r1 , #16
end p
end m
