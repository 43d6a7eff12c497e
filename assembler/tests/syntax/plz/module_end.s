! What follows a procedure is declared again. !
!= .text 8d0761010000 !
!= .data 0001 !
m module
internal
a procedure
 entry
	nop
end a
 v word := 1
b procedure
 entry
	ld	r1,v
end b
end m
