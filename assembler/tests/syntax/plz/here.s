! The dollar sign is the current address. !
!= .text 8d07e8ff21010004 !
m module
global
p procedure
 entry

	nop
	jr	$
	ld	r1,#$
end p
end m
