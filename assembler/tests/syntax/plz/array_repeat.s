! Three dots repeat the last value. !
!= .data 000100070007000700070002 !
m module
internal
 a array [5 word] := [1 7 ...]
 b word := 2
end m
