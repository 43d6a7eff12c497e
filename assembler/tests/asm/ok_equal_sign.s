! `name == value` is a constant that may name what is defined later, as .equiv.
        .word   a
a       == b + 1
        .word   a, b
b       == 4
!= 000500050004
