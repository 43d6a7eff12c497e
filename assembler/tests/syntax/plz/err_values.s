m module
internal
 a array [2 byte] := [1 2 3]
 b array [* word]
 c array [-1 byte]
 d array [2 byte] := 'abc'
 e array [4 byte] := ['ab' 'abc']
end m
