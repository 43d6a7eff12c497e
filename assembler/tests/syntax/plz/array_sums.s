! A character with a number added is a number; alone, it is a string. !
!= .data 62616162630064 !
m module
internal
 a array [2 byte] := ['a'+1 'b'-1]
 b array [3 byte] := ['ab' 'c']
 c byte
 d byte := 'c'+1
end m
