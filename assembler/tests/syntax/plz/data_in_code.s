! Data among statements stand where they are. !
!= .text e80301020003040061010004600800028d07 !
m module
global
p procedure
 entry

	jr	on
t:	array [2 byte] := [1 2]
u	word := 3
	byte := 4
on:	ld	r1,u
	ldb	rl0,t
	wval	%8d07
end p
end m
