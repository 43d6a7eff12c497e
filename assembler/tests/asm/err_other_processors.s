! Words of other processors for what the Z8000 has, too.
        mov     r1,#5
        jne     1f
        BHI     1f
        jsr     1f
1:      rts
        nonsense
