! Numbers that begin with 0 are octal.
        .word   010, 0777, 0
!= 000801ff0000
