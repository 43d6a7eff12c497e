! \@ is the number of the call: a separate label for each.
        .macro  wait reg
.Lw\@:  djnz    \reg,.Lw\@
        .endm
        wait    r1
        wait    r2
        wait    r3
!= f181f281f381
