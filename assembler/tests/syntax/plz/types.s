! A name for a type. !
!= .data 61626364000565666768696a6b6c !
m module
type
 line array [4 byte]
 index word
internal
 a line := 'abcd'
 i index := 5
 b array [2 line] := 'efghijkl'
end m
