m module
internal
 x array [4 word] := [1 2
global
 y word
end m
