! A section of a name has code and data. !
!= PROM 0005210100058d07 !
m module
$SECTION PROM
internal
 x word := 5
global
p procedure
 entry
	ld	r1,#5
	nop
end p
end m
