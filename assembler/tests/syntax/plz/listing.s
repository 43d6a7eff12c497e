! What is for the listing. !
!= .text 8d079e08 !
m module
$LISTON
$PAGE
internal
p procedure
 entry
	nop
$LISTOFF
	ret
end p
end m
