! bcp.s - a reconstruction of the 1986 chess program: start-up and commands.
!
! Don Beal's source is not public.  This program was newly written from the
! pseudocode and the description that he published; sentences in
! quotation marks are his.
!
! It runs on a Z8002 with separate program and data memory, 64 KB each, and a
! serial port, or, with CPM = 1, under CP/M-8000.  The loader fills the program memory and the constants of the
! data memory; the rest is initialised here.  The console protocol is described in
! docs/reference/console.md, the search in docs/explanation/search.md.
!
! The header of a routine gives its purpose; the registers, variables and flags
! that it reads (`in`), returns (`out`) and otherwise changes (`uses`); and its
! duration in clocks, from the first instruction to the return.  A test runs
! the program and checks registers and clocks (tests/tests/it/clocks):
!
!   clocks 57, +40 [earlier]          57, and 40 more for each time that it
!                                     passes the line marked [earlier]
!   clocks 50, unless [full]          runs that pass this line are excluded
!   clocks own 24, +41 [character]    excluding the routines that it calls
!   clocks mean 1,670                 the mean over the first Z8000 second of
!                                     60 searches, or over other runs of the
!                                     test; accurate to one per cent

        .z8002

        .include "constants.s"
        .include "memory.s"
        .include "frames.s"
        .include "macros.s"

! ---- reset: the processor reads FCW and PC here ------------------------
        .text
        .org    0
        .if     CPM
        jr      start                   ! CP/M begins here
        ld      r5,#BDOS_END
        sc      #BDOS
        .else
        .word   0, RESET_FCW, start
        .endif

start:
        ld      r15,#stack_end
        ld      r1,#board               ! clear what the loader has not filled
        clr     @r1
        ld      r2,#board+2
        ld      r3,#(stack_end-board)/2-1
        ldir    @r2,@r1,r3
        call    make_tables
        .if     SIMPLE == 0
        call    new_player
        .endif

! commands - read and execute commands one by one.
commands:
        ld      r15,#stack_end
        call    read_line
        ld      r9,#line
        ldb     rl0,@r9
        ld      r1,#0
1:      cpb     rl0,command_letters(r1)
        jr      eq,2f
        inc     r1,#1
        cp      r1,#COMMANDS
        jr      lt,1b
        ld      r1,#bad_command
        jr      complain
2:      inc     r9,#1
        cpb     @r9,#' '
        jr      ne,3f
        inc     r9,#1
3:      add     r1,r1
        ld      r1,command_routes(r1)
        jp      @r1

complain:
        push    @r15,r1                 ! [complaint]
        ld      r1,#error
        call    print
        pop     r1,@r15
answer:
        call    print
        call    print_newline
        jr      commands

! p PLACEMENT SIDE CASTLING EP
position_command:
        call    set_position
        jr      c,complain
        call    begin_game
        ld      r1,#ok
        jr      answer

! g DEPTH
go_command:
        ld      r4,#MAX_DEPTH
        ldk     r5,#0
        calr    command_depth
        call    it2v
        ld      r1,#done
        jr      answer

! n DEPTH
perft_command:
        ld      r4,#9
        ldk     r5,#1
        calr    command_depth
        call    to_root
        subl    rr8,rr8
        call    perft
        ldl     rr2,rr8
        call    print_number
        call    print_newline
        jr      commands

! c
checks_command:
        calr    need_position
        call    to_root
        ld      r8,r12
        call    listchecks
print_legal:
        jr      3f
1:      ldm     r3,@r8,#4
        call    make
        call    exposed                 ! an illegal move?
        jr      nz,2f
        ldm     r3,@r8,#3
        call    print_move
        call    print_space
2:      call    unmake
        inc     r8,#MOVE_SIZE
3:      cp      r8,r12
        jr      ult,1b
        call    print_newline
        jr      commands

! e
escapes_command:
        calr    need_position
        call    to_root
        call    in_check
        ld      r1,#no_check
        jr      z,complain
        ld      on_escape,#print_escape
        call    find_escape
        clr     on_escape
        call    print_newline
        jr      commands

! q
quit_command:
        .if     CPM
        ld      r5,#BDOS_END
        sc      #BDOS
        .else
        halt
        .endif
        jr      quit_command

! command_depth - read the number that follows a command.
! in     R4 largest, R5 smallest, R9 text
! out    R6 the number; does not return if there is a complaint
! uses   R0, R1, R9
! clocks own 51, +87 [digit], unless [complaint]
command_depth:
        calr    need_position
        clr     r6
        ldb     rl0,@r9
        testb   rl0
        jr      z,2f
1:      subb    rl0,#'0'                ! [digit]
        cpb     rl0,#9
        jr      ugt,2f
        add     r6,r6                   ! ten times, and the digit
        ld      r1,r6
        add     r6,r6
        add     r6,r6
        add     r6,r1
        clr     r1
        ldb     rl1,rl0
        add     r6,r1
        cp      r6,r4
        jr      gt,2f
        inc     r9,#1
        ldb     rl0,@r9
        testb   rl0
        jr      nz,1b
        cp      r6,r5
        ret     ge
2:      ld      r1,#bad_depth
        jr      complain

! need_position - complain unless a position was set.
! in     `placed`
! out    does not return if there is a complaint
! uses   R1
! clocks 34, unless [complaint]
need_position:
        ld      r1,#bad_position
        test    placed
        jr      z,complain
        ret

        .data
command_letters:
        .ascii  "pgnceqmul"
        .if     SIMPLE == 0
        .ascii  "btskwv"
        .endif
        .equ    COMMANDS, .-command_letters
        .even
command_routes: .word   position_command, go_command, perft_command
                .word   checks_command, escapes_command, quit_command
                .word   move_command, take_back_command, list_command
        .if     SIMPLE == 0
                .word   think_command, time_command, commands
                .word   lines_command, weigh_command, variety_command
        .endif
ok:             .asciz  "ok"
done:           .asciz  "done"
error:          .asciz  "error "
bad_command:    .asciz  "command"
bad_depth:      .asciz  "depth"
no_check:       .asciz  "no check"
bad_position:   .asciz  "position"
        .even

        .include "console.s"
        .include "tables.s"
        .include "position.s"
        .include "attack.s"
        .include "make.s"
        .include "captures.s"
        .include "victims.s"
        .include "moves.s"
        .include "checks.s"
        .include "escapes.s"
        .include "mate.s"
        .include "t1v.s"
        .include "path.s"
        .include "legal.s"
        .if     SIMPLE
        .include "remember.s"
        .include "simple.s"
        .else
        .include "tree.s"
        .include "t2v.s"
        .endif
        .include "it2v.s"
        .include "perft.s"
        .include "game.s"
        .if     SIMPLE == 0
        .include "judge.s"
        .include "think.s"
        .include "clock.s"
        .endif
