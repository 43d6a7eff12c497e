! Loops. !
!= .text ab10ee01e8050c24ee01e8faa920e8f89e08 !
m module
global
p procedure
 entry

	do
	 dec	r1,#1
	 if z then exit fi
	 testb	@r2
	 if eq then repeat fi
	 inc	r2,#1
	od
	ret
end p
end m
