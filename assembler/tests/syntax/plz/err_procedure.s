m module
global
p procedure
 entry
	nop
end q
end m
