! translation.s - the table for TRIB and related instructions.

        .text

! make_translation - a table that contains every byte once and maps a space to 0.
! uses   R0-R2
! clocks 11793
make_translation:
        clr     r2
1:
        ldb     rl0,rl2
        rlb     rl0,#2
        xorb    rl0,#0x80
        ldb     translation(r2),rl0
        inc     r2,#1
        cp      r2,#256
        jr      ult,1b
        ret
