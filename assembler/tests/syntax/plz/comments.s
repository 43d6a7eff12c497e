! Comments between exclamation marks, over lines too, and those of cas. !
!= .text 8d078d07c8218d078d07 !
m module
global
p procedure
 entry

	nop	! one !
!
 two lines
! !more!	nop
	ldb	rl0,#'!'	// to the end
	nop /* and
	this */	nop
end p
end m
