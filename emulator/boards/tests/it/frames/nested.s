! Interrupts within interrupts, traps within handlers, system calls from normal mode; jump tables, resets, computed jumps.
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x100
        .word   0, 0
        .word   0x4000, extended
        .word   0x4000, privileged
        .word   0x4000, system
        .word   0, 0
        .word   0x4000, nmi
        .word   0x4000, nvi
        .word   0x4000, vi0, vi1, vi2
        .org    0x200
start:  ld      r15,#0x8000
        ld      r0,#0x100
        ldctl   psapoff,r0
        ld      r0,#0x7800
        ldctl   nspoff,r0
        ld      r0,#37
        out     #0xff10,r0
        ld      r0,#91
        out     #0xff14,r0
        ld      r0,#203
        out     #0xff18,r0
        call    both
        push    @r15,#user
        push    @r15,#0x1800            ! normal mode, both interrupts
        push    @r15,#0
        iret
both:   ei      vi,nvi
        calr    few
        ret

! In normal mode.
user:   ld      r11,#20
1:      ldk     r8,#5
        call    deep
        sc      #2
        calr    inline
        .word   0x1986
        di      vi
        .word   0x8e00, 0x0000          ! for a unit that is not there
        sc      #4
        ld      jump,r15
        call    far
back:   push    @r15,#there
        ret
        nop
there:  ld      r3,#few
        call    @r3
        djnz    r11,1b
        sc      #6

! Calls itself.
deep:   dec     r8,#1
        ret     z
        push    @r15,r8
        calr    deep
        calr    few
        pop     r8,@r15
        ret
few:    nop
        nop
        ret
! Skips the word after its call.
inline: pop     r2,@r15
        inc     r2,#2
        call    few
        jp      @r2
! Goes back over two calls.
far:    call    farther
        ret
farther: ld     r15,jump
        jp      back

system: push    @r15,r1
        ld      r1,r15(#2)
        and     r1,#0xff
        call    count
        ld      r1,table(r1)
        jp      @r1
table:  .word   done, two, four, six
two:    calr    few
        jr      done
four:   sc      #0                      ! within a system call
        call    count
done:   pop     r1,@r15
        iret
six:    di      vi,nvi
        clr     r0
        out     #0xff18,r0
        halt
count:  inc     counted,#1
        ret

privileged: inc counted+2,#1
        call    few
        iret
extended: push  @r15,r0
        ld      r0,r15(#6)
        inc     r0,#2
        ld      r15(#6),r0
        sc      #2                      ! within a trap
        pop     r0,@r15
        iret
nmi:    out     #0xff1a,r0
        push    @r15,r3
        ld      r3,#few
        call    @r3
        sc      #0
        pop     r3,@r15
        iret
nvi:    push    @r15,r0
        out     #0xff12,r0
        ei      vi,nvi
        call    few
        calr    count
        pop     r0,@r15
        iret
vi0:    halt
vi1:    halt
vi2:    out     #0xff16,r0
        ei      nvi
        call    slow
        iret
slow:   push    @r15,r9
        ld      r9,#60
1:      djnz    r9,1b
        pop     r9,@r15
        ret
        .org    0x1000
jump:   .word   0
counted: .word  0, 0
