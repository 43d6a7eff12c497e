! memory.s - the data space: 64 KB, separate from the program.
!
!   0000  board                     a square's number is its address
!   00D0  pieces, tables, keys      6 KB
!   ....  game, path, undo records, move lists, stack
!   3A00  constants                 the only bytes that the loader fills
!   3CB0  stored tree               5,000 entries, 50,000 bytes
!
! The simple version has its constants at 7C00 and, from 8000, 32 KB of
! remembered best moves.
!
! bcp.s clears all that precedes the constants.
!
! Under CP/M, constants and tree are 240h lower, so that the stored tree ends
! where the system keeps its stack and the base page.  The loader puts data
! before bss, so all that precedes the tree is data.

        .equ    KEYS_OF_TWO, 8*16*4     ! bytes: eight ranks of sixteen columns

        .if     CPM
        .equ    LOWER, 0x240
        .data
        .else
        .equ    LOWER, 0
        .bss
        .endif
        .org    0
board:          .space  BOARD_SIZE

! ---- pieces: arrays of two words each, indexed by a piece's code --------
! Code 0 represents the end of a list and has its own entries.
next:           .space  CODES           ! code of the next piece of the side
        .equ    square, next+2          ! both are loaded at once
prev:           .space  CODES           ! code of the piece before
        .equ    kind, prev+2
value:          .space  CODES           ! in pawns
        .equ    mask, value+2           ! ways to attack, in the first byte
capture_route:  .space  CODES           ! routine that lists the piece's captures
        .equ    check_route, capture_route+2    ! and its checks

! ---- the position -------------------------------------------------------
promoted:       .space  2               ! how many pieces on the board are promoted pawns
on_escape:      .space  2               ! routine to call for each escape; 0: one is enough
        .if     DEEP_MATES
mate_moves:     .space  2               ! number of moves of the mates to search for
replies:        .space  2               ! escapes found from a check, and the first of them
reply:          .space  6
        .endif
ply:            .space  2               ! record of the current position on the path
nodes:          .space  4               ! positions at which moves were listed
mate_value:     .space  2               ! value of a mate in one for the side to play
free:           .space  2               ! first free entry of the stored tree
placed:         .space  2               ! R7 of the position that was set, 0 for none
material:       .space  2               ! R10 of that position

! ---- the game, between two searches --------------------------------------
game_board:     .space  H8-A1+1         ! each square's kind plus 2, 0 where it is empty
game_ep:        .space  2               ! `ep`
fifty:          .space  2               ! plies since the last capture or pawn's move
played:         .space  2               ! bytes of records in use
records:        .space  GAME_PLIES*RECORD_SIZE

! ---- the choice of a move ---------------------------------------------------
weighing:       .space  2               ! 0: without the positional score
lines:          .space  2               ! how many of the best moves are reported
deepest:        .space  2               ! the last iteration
depth:          .space  2               ! the iteration
ranked:         .space  2               ! moves that are in their order in this iteration
choices_end:    .space  2               ! the moves are at `lists`
seed:           .space  2               ! of the variety among moves, 0 for none
lone_rank:      .space  2               ! rank of the other king if it is alone, as the side
lone_file:      .space  2               ! sees it, otherwise -1; and its file
hunted_rank:    .space  2               ! the same if the side has the force to mate it
pawn_files:     .space  2*PAWN_FILES    ! for each file, the ranks on which a side has pawns

! ---- time, in ticks -----------------------------------------------------------
time:           .space  4               ! for a move, or left for the game; 0: no limit
game_time:      .space  2               ! not 0: for the game
moves_to_go:    .space  2               ! until more time is given, 0: the whole game
limit:          .space  4               ! for this move, 0: none
elapsed:        .space  4               ! since the move was requested
may_stop:       .space  2               ! not 0: there is a move to answer with

! ---- tables by distance from one square to another -----------------------
attack_table:   .space  2*FAR+2
step_table:     .space  2*FAR+2
reach_table:    .space  2*FAR+2
! The middles, so that `attacks(r1)` takes a signed distance.
        .equ    attacks, attack_table+FAR
        .equ    steps, step_table+FAR
        .equ    reach, reach_table+FAR

rights_kept:    .space  H8-A1+1         ! castling rights left by a move from or to a square

! ---- position keys, four bytes each ----------------------------------------
! Two kinds share the rows of a board: the keys of the second one's
! squares are in the border to the right of the first one's.
piece_keys:     .space  KINDS/2*KEYS_OF_TWO
rights_keys:    .space  16*4
ep_keys:        .space  8*4
black_key:      .space  4
keys_end:

! ---- console, path, stacks ---------------------------------------------------
        .if     CPM
line_size:      .space  1               ! for the system: maximum length of a line,
line_length:    .space  1               ! and the length of the current one
        .endif
line:           .space  LINE_SIZE
line_end:
                .space  12              ! a number on its way to the console, from its end
digits_end:

path:           .space  (MAX_DEPTH+2)*PLY_SIZE

! Undo records, growing downwards.  A line has at most MAX_DEPTH moves of
! t2v, 30 captures of t1v and two of see-checkmates.
                .space  UNDO_SIZE*(MAX_DEPTH+40)
undo_end:       .space  UNDO_SIZE       ! for the move before the first, which gives up no castling
        .equ    ep, undo_end+UNDO_EP    ! in the position that was set

! Move lists, growing upwards.  The simple version has room for 68 moves at
! each of the MAX_DEPTH plies of t2v; an average position has about 35.  With
! the stored tree, only nodes whose list is being built have moves here, at
! half the size.
        .if     SIMPLE
lists:          .space  0x4000
        .else
lists:          .space  0x0bc0
        .endif

! The stack, growing downwards.
                .space  0x0840
stack_end:
        .if     SIMPLE
        .equ    CONSTANTS, 0x7c00
        .else
        .equ    CONSTANTS, 0x3a00-LOWER
        .endif
        .if     stack_end > CONSTANTS
        .error  "path, undo records, move lists and stack do not fit below the constants"
        .endif

        .bss
        .if     SIMPLE
        .if     CPM
        .error  "the simple version does not fit below the base page of CP/M"
        .endif
        .org    0x8000
memory:         .space  TABLE_ENTRIES*TABLE_ENTRY_SIZE
        .else
        .org    0x3cb0-LOWER
tree:           .space  TREE_ENTRIES*ENTRY_SIZE
        .if     . > 0x10000-LOWER
        .error  "the stored tree does not fit into the data space"
        .endif
        .endif

! ---- constants -----------------------------------------------------------------
        .data
        .org    CONSTANTS
                                        ! by kind; the last one is the end of a list
kind_value:     .word   PAWN, KNIGHT, BISHOP, ROOK, QUEEN, 0
                .word   PAWN, KNIGHT, BISHOP, ROOK, QUEEN, 0
                .word   0
kind_mask:      .byte   BY_WHITE_PAWN,0, BY_KNIGHT,0, BY_DIAGONAL,0
                .byte   BY_LINE,0, BY_QUEEN,0, BY_KING,0
                .byte   BY_BLACK_PAWN,0, BY_KNIGHT,0, BY_DIAGONAL,0
                .byte   BY_LINE,0, BY_QUEEN,0, BY_KING,0
                .byte   BY_NOBODY,0
kind_keys:                              ! the address of a kind's key for address 0
        .irp    two, 0, 1, 2, 3, 4, 5
        .word   piece_keys-4*A1+\two*KEYS_OF_TWO, piece_keys-4*A1+\two*KEYS_OF_TWO+0x20
        .endr
        .text
