! Labels with a dollar sign belong to their procedure. !
!= .text f1819e08f281e8009e08 !
m module
internal
a procedure
 entry
$1:	djnz	r1,$1
	ret
end a
b procedure
 entry
$1:	djnz	r2,$1
	jr	$2
$2:	ret
end b
end m
