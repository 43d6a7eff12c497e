! A macro may define a label that not every call uses, and jump farther elsewhere.
        .macro  wait
again\@:
inner\@: jp     again\@
        .endm
        wait
here:   jp      here
lost:   nop
