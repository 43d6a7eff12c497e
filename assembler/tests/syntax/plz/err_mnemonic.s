m module
global
p procedure
 entry
	lod	r1,r2
	ld	r1,#%XY
end p
end m
