! Back to the default sections. !
!= .text 61010000 !
!= .data 0008 !
!= table 0009 !
m module
$SECTION table
internal
 x word := 9
$SDEFAULT
 y word := 8
p procedure
 entry
	ld	r1,y
end p
end m
