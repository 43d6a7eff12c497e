! The label of a word or an instruction has an even address. !
!= .text 0100000203008d0700020006 !
m module
global
p procedure
 entry

	bval	1
w	word := 2
	bval	3
n:	nop
	wval	w n
end p
end m
