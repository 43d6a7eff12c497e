! engine.s - runs a group of tests, and a single test.

        .text

! run_group - run all tests of a group.
! in     R13 its record, after the kind
! out    R13 after the record
! uses   R0-R12
run_group:
        ldm     r0,@r13,#4
        ld      defined_flags,r0
        ld      hidden,r1
        ld      period,r2
        inc     r13,#8
        calr    usual_state
        ld      r4,#state
        ldir    @r4,@r13,r3
        pop     r3,@r13                 ! words to change
        test    r3
        jr      z,2f
1:      pop     r4,@r13
        pop     r5,@r13
        ld      state(r4),r5
        djnz    r3,1b
2:      pop     r12,@r13                ! lines to vary
        ld      lines,r13
        ld      r4,r12
        sll     r4,#2
        add     r13,r4
        pop     r11,@r13                ! lines to walk through
        calr    write_slots
        clr     r10
! All combinations, inverting one line at a time: the line whose number is the count of zeros at the end of the counter.
3:      calr    walk_through
        inc     r10,#1
        ld      r4,r10
        clr     r5
4:      bit     r4,#0
        jr      nz,5f
        inc     r5,#1
        srl     r4,#1
        jr      4b
5:      cp      r5,r12
        jr      uge,6f
        sll     r5,#2
        add     r5,lines
        ld      r4,@r5
        ld      r5,r5(#2)
        calr    toggle
        jr      3b
6:      sll     r11,#2
        add     r13,r11
        ret

! walk_through - run a test, and then again with each single bit of the lines inverted.
! in     R13 the lines, R11 their number
! uses   R0-R5, R7-R9
walk_through:
        calr    run_test
        ld      r9,r13
        ld      r8,r11
        test    r8
        ret     z
1:      ld      r7,#0x8000
2:      ld      r5,r9(#2)
        and     r5,r7
        jr      z,3f
        ld      r4,@r9
        calr    toggle
        calr    run_test
        ld      r4,@r9
        ld      r5,r7
        calr    toggle
3:      srl     r7,#1
        jr      nz,2b
        inc     r9,#4
        djnz    r8,1b
        ret

! toggle - invert bits of a word of the state; code goes to the slots.
! in     R4 offset of the word, R5 the bits
! uses   R0-R5
toggle: xor     r5,state(r4)
        ld      state(r4),r5
        cp      r4,#STATE_FCW
        ret     uge
        jr      write_slots

! usual_state - the state of vectors.s, with nothing to execute.
! uses   R4-R6
! clocks 330
usual_state:
        ld      r4,#state
        ld      r5,#usual
        ld      r6,#STATE_SIZE/2
        ldir    @r4,@r5,r6
        ret

.macro  write_slot slot
        ldr     \slot,r0
        ldr     \slot+2,r1
        ldr     \slot+4,r2
        ldr     \slot+6,r3
        ldr     \slot+8,r4
        ldr     \slot+10,r5
.endm

! write_slots - put the instruction under test into both slots. Only LDR can write program memory if data has a
! memory of its own.
! uses   R0-R5
! clocks 210; with one slot 126
write_slots:
        ldm     r0,state+STATE_CODE,#CODE_WORDS
        write_slot slot_a
.ifndef CPM
        write_slot slot_b
.endif
        ret

! run_test - run one test and add its results to the sums.
! uses   R0-R5
run_test:
        ldm     saved,r6,#9
        ld      saved_stack,r15
        calr    fill_memory
        clr     came
.ifndef CPM
        ld      r1,call_before
        call    @r1
.endif
.ifdef CPM
        ld      r0,state+STATE_FCW
        ldctlb  flags,rl0
        jp      prologue_a
.else
        ldps    state+STATE_FCW
.endif

! A test returns here, with R15 as it was; the other registers may contain anything.
after_test:
        calr    add_result
.ifndef CPM
        ld      r1,call_behind
        call    @r1
        test    has_timer
        jr      z,1f
        test    period
        jr      z,1f
        calr    time_test
1:
.endif
        ldm     r6,saved,#9
        ret

! fill_memory - initialise the memory of a test.
! uses   R0-R7
! clocks 86
fill_memory:
        ldm     r0,state+STATE_MEMORY,#8
        ldm     memory,r0,#8
        ret

! add_result - add the results of a test to the sums.
! uses   R0-R8
add_result:
        ld      r0,came+2
        ld      extra,r0
        ld      r1,defined_flags
        or      r1,#0xff00
        and     r0,r1
        ld      came+2,r0
        cp      r1,#0xff00+ALL_FLAGS    ! anything undefined?
        jr      nz,1f
        test    hidden
        jr      z,3f
1:      ld      r4,#extra+2
        calr    hide_registers
        ld      r5,r4
        sub     r5,#extra
        srl     r5,#1
        ld      r4,#extra
        ldl     rr2,crc_undefined
        calr    add_to_crc
        ldl     crc_undefined,rr2
3:      ld      r4,#RESULT
        ld      r5,#RESULT_WORDS
        ldl     rr2,crc_defined
        calr    add_to_crc
        ldl     crc_defined,rr2
        ret

! hide_registers - move the undefined registers away.
! in     R4 where to
! out    R4 after them
! uses   R6-R8
hide_registers:
        ld      r7,#registers
        ld      r6,hidden
1:      test    r6
        ret     z
        srl     r6,#1
        jr      nc,2f
        ld      r8,@r7
        ld      @r4,r8
        inc     r4,#2
        clr     @r7
2:      inc     r7,#2
        jr      1b
