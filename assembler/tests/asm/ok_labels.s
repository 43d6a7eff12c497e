! Local labels, labels named like conditions, forward constants, the current address.
start:  ld      r1,#LATE
1:      dec     r1,#1
        jr      nz,1b
        jr      2f
1:      nop
2:      jr      1b
z:      jr      z,z
c:      jp      nc,c
        .word   . - start, end-start
        .equ    LATE, 0x1234
end:
!= 21011234ab10eefee8018d07e8fee6ff5e0f001000140018
