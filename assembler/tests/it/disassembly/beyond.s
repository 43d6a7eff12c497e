!hint name 0x60 count
!hint words 0x90..0x94
!lines ld count,r1 / ld Dff10,r1 / ld r2,D0100(r3) / ld r4,0xfffe(r5) / halt
!lines count: / .space 48 / D0090: / .space 112 / D0100: / .space 256
! What is beyond the image: a variable, words that only a hint names, an array, a device, and the distance of a field.
        ld      0x60,r1
        ld      0xff10,r1
        ld      r2,0x100(r3)
        ld      r4,-2(r5)
        halt
