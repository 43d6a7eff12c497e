m module
internal
p procedure
 entry
	nop
! no end
end p
