m module
internal
 a wrod
 b := 5
end m
