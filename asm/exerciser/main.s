! main.s - from the first family to the last.

        .text

.ifdef SEGMENTED
! A Z8001 begins in segmented mode. Its stack pointer for that mode is used by traps; the rest is the same as for
! a Z8002.
        far
start_segmented:
        ldl     rr14,#stack_top
        ldk     r0,#0
        ldctl   psapseg,r0
        ld      r0,#SYSTEM
        ldctl   fcw,r0
        near
        jr      start
.endif

start:  ld      r15,#stack_top
        calr    make_crc_table
        calr    make_translation
.ifndef CPM
        ld      r0,#STATUS_AREA
        ldctl   psapoff,r0
        calr    find_timer
        calr    find_vectored
        calr    find_nmi
        calr    find_latches
.ifdef SEGMENTED
        calr    find_units
.endif
.endif
        ld      r1,#title
        calr    print
        clr     wrong_families
        ld      r0,#expected
        ld      next_expected,r0
        ld      r13,#tests
next:   pop     r0,@r13
        cp      r0,#GROUP
        jr      eq,1f
        cp      r0,#FAMILY
        jr      eq,2f
        cp      r0,#CLOSE
        jr      eq,3f
.ifndef CPM
        cp      r0,#NEEDS
        jr      eq,4f
.endif
.ifdef SEGMENTED
        cp      r0,#ELSEWHERE
        jr      eq,5f
.endif
        calr    print_verdict
        jp      leave
1:      calr    run_group
        jr      next
2:      calr    open_family
        jr      next
3:      calr    close_family
        jr      next
.ifndef CPM
! Where to continue if the device is missing, the variable that tells, and the routines called before and after a test.
4:      ldm     r0,@r13,#4
        inc     r13,#8
        ld      call_before,r2
        ld      call_behind,r3
        test    @r1
        jr      nz,next
        ld      r13,r0
        ld      r0,next_expected
        add     r0,#12
        ld      next_expected,r0
        jr      next
.endif
.ifdef SEGMENTED
5:      ld      r13,@r13
        jr      next
.endif

! open_family - print the name of a family, and clear its sums.
! in     R13 its record
! out    R13 after it
! uses   R0-R3
open_family:
        ld      r1,r13
        calr    print
        ld      r13,r1
        inc     r13,#2
        res     r13,#0                  ! even again, after the zero
        ldl     rr2,#-1
        ldl     crc_defined,rr2
        ldl     crc_undefined,rr2
        ldl     crc_clocks,rr2
.ifndef CPM
        clr     phase                   ! so that a family does not depend on those before it
.endif
        ret

! close_family - print the sums of a family and whether they are as expected.
! uses   R0-R12
close_family:
        ld      r12,next_expected
        clr     family_wrong
        ldl     rr8,crc_defined
        calr    print_sum
        ld      r1,#text_undefined
        calr    print
        ldl     rr8,crc_undefined
        calr    print_sum
        test    has_timer
        jr      z,1f
        ld      r1,#text_clocks
        calr    print
        ldl     rr8,crc_clocks
        calr    print_sum
1:      ld      r12,next_expected
        add     r12,#12
        ld      next_expected,r12
        ld      r0,family_wrong
        add     r0,wrong_families
        ld      wrong_families,r0
        ld      r1,#text_line_end
        jp      print

! print_sum - print a sum, and whether it is as expected.
! in     RR8 the sum, R12 where the expected one is
! out    R12 after it
! uses   R0-R3, R6, R7
print_sum:
        ldl     rr2,rr8
        calr    print_hexadecimal
        ld      r1,#text_ok
        ldl     rr2,@r12
        inc     r12,#4
        cpl     rr8,rr2
        jp      eq,print
        ldk     r0,#1
        ld      family_wrong,r0
        ld      r1,#text_wrong
        calr    print
        ldl     rr2,r12(#-4)
        jp      print_hexadecimal

! print_verdict - the last line.
! uses   R0-R3
print_verdict:
        ld      r1,#text_all
        test    wrong_families
        jp      z,print
        ld      r1,#text_some
        jp      print
