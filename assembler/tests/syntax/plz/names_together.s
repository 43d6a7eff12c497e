! Several variables of a type. !
!= .data 00000000000000000004 !
m module
internal
 a b c word
 d, e byte
 f word := c
end m
