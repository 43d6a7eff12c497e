! A constant may name a register. !
!= .text 93f361f30004334300022164 !
m module
constant
stack := r15
count := R3
wide := r4
ptr := r6
global
p procedure
 entry

	push	@stack,count
	ld	count,4(stack)
	ld	wide(#2),count
	ld	wide,@ptr
end p
end m
