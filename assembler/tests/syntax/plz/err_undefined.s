m module
global
p procedure
 entry
start:	jp	strat
	ld	r1,value+%2(r3)
	ld	r1,#sizeof nothing
	jp	start
end p
end m
