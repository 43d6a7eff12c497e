m module
internal
 p procedure
 entry
  ret
end m
