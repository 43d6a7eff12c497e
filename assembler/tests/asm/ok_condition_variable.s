! The name of a condition is one even if a variable has the same name and the statement waits.
        .set    z, 3
        jp      z,end
        .word   z, end-4
end:
!= 5e06000800030004
