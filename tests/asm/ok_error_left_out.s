! .error in lines that are left out says nothing.
        .equ    SIZE, 10
        .if     SIZE > 100
        .error  "too large"
        .endif
        .word   SIZE
!= 000a
