! An address of the section. !
!= .text 8d0700000000000000000000000000009e08 !
m module
internal
p procedure
 entry
	nop
$ABS %10
	ret
end p
end m
