! An array cannot have a count that no line defines. !
m module
internal
 a array [n word]
 b array [-1 word]
end m
