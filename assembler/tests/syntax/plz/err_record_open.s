m module
internal
 x record [a word b byte
 y word
global
 q byte
end m
