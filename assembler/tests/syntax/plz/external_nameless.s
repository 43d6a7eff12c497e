! A declaration of what another module has takes no room, with a name or without. !
!= .data 1234 !
m module
external
 a array [2 word]
 array [3 word]
 word
internal
 word := %1234
end m
