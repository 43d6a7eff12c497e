! Several conditions. !
!= .text ee02e5018d07e101e3017a009e08 !
m module
global
p procedure
 entry

	if z andif pl then
	 nop
	fi
	if lt orif ugt then
	 halt
	fi
	ret
end p
end m
