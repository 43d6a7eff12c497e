! Shifting by less than nothing means nothing.
        .word   1<<-1
        .word   1/0, 5%0
