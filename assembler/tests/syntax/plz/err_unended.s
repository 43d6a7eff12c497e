m module
global
p procedure
 entry
	nop
