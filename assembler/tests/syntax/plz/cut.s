! Values that do not fit are cut to their lowest bytes. !
!= .data 91ffff002345 !
m module
constant
 port := %FF91
internal
 a array [3 byte] := [port %1FF 255]
 w word := %12345
end m
