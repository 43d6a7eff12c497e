! Variables with and without values. !
!= .data 00011234567803000000ff000008 !
m module
global
 one word := 1
 two long := %12345678
 three byte := 3
 four word
 five byte := -1
internal
 six word := four
end m
