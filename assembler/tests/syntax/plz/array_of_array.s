! Arrays of arrays, and a size that is a constant. !
!= .data 010203040506000100020003000401020304 !
m module
constant
 n := 2
internal
 a array [n 3 byte] := [1 2 3 4 5 6]
 b array [n*2 word] := [1 2 3 4]
 c array [2 array [2 byte]] := [[1 2] [3 4]]
end m
