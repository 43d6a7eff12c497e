! Texts with characters in hexadecimal and by letters. !
!= .text 6162630d0a0d0a090c272569742773417a00c80d0b025043 !
m module
global
p procedure
 entry

	sval	'abc%0D%0a'
	sval	'%R%L%T%P%Q%%'
	sval	'it''s'
	bval	'A', 'z'
	ldb	rl0,#'%0D'
	cp	r2,#'PC'
end p
end m
