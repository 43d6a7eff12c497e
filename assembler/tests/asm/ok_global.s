! .global is accepted and changes nothing.
        .global start
        .globl  end
start:  nop
        jr      start
end:
!= 8d07e8fe
