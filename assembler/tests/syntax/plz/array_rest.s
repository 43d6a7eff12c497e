! What has no value is zero. !
!= .data 00010002000000006162000000000000000000000001 !
m module
internal
 a array [4 word] := [1 2]
 b array [5 byte] := 'ab'
 c array [6 byte]
 d word := 1
end m
