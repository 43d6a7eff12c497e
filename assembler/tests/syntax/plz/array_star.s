! The values determine how many elements there are. !
!= .data 0001000200030004746578740061620063008000000d80000008 !
m module
internal
 a array [* word] := [ 1
	2 3	! three !
	4 ]
 b array [*byte] := 'text%00'
 c array [* byte] := ['ab' 0 'c']
 d array [* long] := [ c,
 b ]
end m
