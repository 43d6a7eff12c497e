! Arrays of a number of elements. !
!= .data 000100020003ff7800000000000000008000000080000006 !
m module
internal
 a array [3 word] := [1 2 3]
 b array [2 byte] := [%FF, 'x']
 c array [4 word]
 d array [2 long] := [a b]
end m
