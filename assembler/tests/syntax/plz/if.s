! Statements for a condition. !
!= .text 0b010005ee01bd21ef02bd31e801bd329e08 !
m module
global
p procedure
 entry

	cp	r1,#5
	if eq then
	 ldk	r2,#1
	fi
	if c then
	 ldk	r3,#1
	else
	 ldk	r3,#2
	fi
	ret
end p
end m
