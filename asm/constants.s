! constants.s - every number that represents a choice.
!
! The Rust reference has the numbers of the search under the same names in
! programs/chess/reference/src/constants.rs; a test compares the two files.

! ---- the search -------------------------------------------------------

! Material only, in pawns: "WP=1,WN=3,WB=3,WR=5,WQ=9".
        .equ    PAWN, 1
        .equ    KNIGHT, 3
        .equ    BISHOP, 3
        .equ    ROOK, 5
        .equ    QUEEN, 9

! 1 omits the stored tree: the search of the published pseudocode,
! with a table of best moves.
        .ifndef SIMPLE
        .equ    SIMPLE, 0
        .endif

! 1 makes a CP/M-8000 program: it uses the console of the system, and it has
! no timer.  Its searches are the same, node for node.
        .ifndef CPM
        .equ    CPM, 0
        .endif

! A won game: more than any material (nine queens, two rooks, two bishops
! and two knights are 103), and the maximum of a signed byte.
        .equ    WIN, 127

! Deepest iteration that a command may request.
        .equ    MAX_DEPTH, 30

! Values of at least this are mates: WIN minus the plies to the mate, at most
! those of the deepest search and three more.
        .equ    MATES, 94

! ---- open readings of the sources ---------------------------------------

! Points that the paper leaves open, or that affect only the node count.  Each
! can be set to another value when the program is assembled; the reference
! has them too, and `bcp ablate` shows what each of them changes.

! Entries of the stored tree: "memory limited to just 5K position entries".
! From 100 to 5000.
        .ifndef TREE_ENTRIES
        .equ    TREE_ENTRIES, 5000
        .endif

! What to do when the tree is full.  1: free all but the best line of every
! node off the path; 0: nothing; further moves then get a temporary entry.
        .ifndef PRUNING
        .equ    PRUNING, 1
        .endif

! Maximum moves of the mates seen at the horizon, and after a null move: 1,
! or 2 if the first check leaves a single reply.  "?? not sure what depth
! was used for nullmove experiments - may have been matev(2) ??"
        .ifndef HORIZON_MATES
        .equ    HORIZON_MATES, 1
        .endif
        .ifndef NULL_MATES
        .equ    NULL_MATES, 1
        .endif

! Where else mates are seen.  0: nowhere; 1: where depth one saw a mate, it is
! remembered; 2: t2v searches for a mate in one at every node.
! docs/explanation/table1.md gives the evidence for each.
        .ifndef NODE_MATES
        .equ    NODE_MATES, 2
        .endif

! 1: the nodes of the searches that score a move are counted; 0: they are not.
        .ifndef COUNT_ORDERING
        .equ    COUNT_ORDERING, 1
        .endif

! 0: `mated` treats a double check as a check by the piece that has moved, and
! accepts its capture or an interposition as an answer.  1: only the king can answer it.
! No source mentions this; inferred from Table 1 (docs/explanation/table1.md).
        .ifndef DOUBLE_CHECKS
        .equ    DOUBLE_CHECKS, 0
        .endif

! The order of moves that gain equally.  0: as they are listed, the king's
! first, then the queens', rooks', bishops', knights' and pawns'; 1: the pawns'
! first, then the knights' and so on to the king's; 2: the reverse of 0; from 3
! to 9999: piece by piece in a random order with this number as seed, the king's
! last.  2 is chosen by Table 1, but not significantly better than 0.
        .ifndef LIST_ORDER
        .equ    LIST_ORDER, 2
        .endif

! Two experiments, which no source gives to the tested program
! (docs/explanation/table1.md).
!
! 1: the root has no null move.  All its legal moves are scanned, as a program
! derived from a playing program might do; 0: the null move is a choice there, too.
        .ifndef ROOT_SCAN
        .equ    ROOT_SCAN, 0
        .endif

! 1: a move out of check does not reduce the depth, as long as the search goes
! no deeper than MAX_DEPTH plies; 0: it does.
        .ifndef CHECK_DEPTH
        .equ    CHECK_DEPTH, 0
        .endif

! Not an open reading, and not in the reference.  1: depth one has a
! routine of its own, `near`, which depth two uses for its moves; 0: depth one is
! searched like any other depth, with the same values but different moves and
! node counts, so that a test can compare the two.
        .ifndef NEAR
        .equ    NEAR, 1
        .endif

        .if     NEAR == 0 && NODE_MATES == 1
        .error  "NODE_MATES=1 remembers what depth one saw: it needs NEAR=1"
        .endif

        .equ    DEEP_MATES, (HORIZON_MATES+NULL_MATES)/3

! What NODE_MATES means for the routines of t2v.
        .equ    REMEMBERED, 1

! What LIST_ORDER means for the routines that list moves.
        .equ    PAWNS_FIRST, 1
        .equ    REVERSED, 2
        .if     LIST_ORDER == PAWNS_FIRST
        .equ    KING_LAST, 1
        .elseif LIST_ORDER > REVERSED
        .equ    KING_LAST, 1
        .else
        .equ    KING_LAST, 0
        .endif

! ---- the search, continued ----------------------------------------------

! Entries of the table that remembers best moves from iteration to
! iteration in the simple version; a power of two.
        .equ    TABLE_ENTRIES, 4096

! Generator of the random numbers for position keys.
        .equ    KEY_SEED, 1986
        .equ    KEY_MULTIPLIER, 1664525
        .equ    KEY_INCREMENT, 1013904223

! ---- the board --------------------------------------------------------

! A square is its address in the data space: 10h * rank + file + 30h, so
! a1 = 30h and h8 = A7h.  Files 8 to 15, the three rows below and the two
! above are border.
        .equ    A1, 0x30
        .equ    H8, 0xa7
        .equ    BOARD_SIZE, 0xd0

! The contents of a square: 0 if empty, BORDER, or the code of a piece: its
! colour's bit and four times its number, 0 (the king) to 15.  A king's code is
! therefore the colour bit itself, and every code indexes arrays of two words.
        .equ    BORDER, 0x01
        .equ    BORDER_BIT, 0
        .equ    CODE_STEP, 4
        .equ    WHITE, 0x40
        .equ    BLACK, 0x80
        .equ    WHITE_BIT, 6
        .equ    BLACK_BIT, 7
        .equ    CODES, 0xc0
        .equ    MAX_PIECES, 16

! Kinds of pieces, as offsets into tables of words.  The order within a
! colour is the one in which position.s lists the letters.
        .equ    WHITE_PAWN, 0
        .equ    WHITE_KNIGHT, 2
        .equ    WHITE_BISHOP, 4
        .equ    WHITE_ROOK, 6
        .equ    WHITE_QUEEN, 8
        .equ    WHITE_KING, 10
        .equ    BLACK_PAWN, 12
        .equ    BLACK_KNIGHT, 14
        .equ    BLACK_BISHOP, 16
        .equ    BLACK_ROOK, 18
        .equ    BLACK_QUEEN, 20
        .equ    BLACK_KING, 22
        .equ    NO_KIND, 24
        .equ    KINDS, 12

! Ways of attacking, one bit each; in the attack table by distance, and in
! each piece's mask.
        .equ    BY_WHITE_PAWN, 0x01
        .equ    BY_BLACK_PAWN, 0x02
        .equ    BY_KNIGHT, 0x04
        .equ    BY_DIAGONAL, 0x08
        .equ    BY_LINE, 0x10
        .equ    BY_KING, 0x20
        .equ    BY_QUEEN, 0x40
        .equ    BY_NOBODY, 0x80
        .equ    BY_SLIDER, BY_DIAGONAL+BY_LINE+BY_QUEEN
! The same as bit numbers.
        .equ    WHITE_PAWN_BIT, 0
        .equ    BLACK_PAWN_BIT, 1
        .equ    KNIGHT_BIT, 2
        .equ    DIAGONAL_BIT, 3
        .equ    LINE_BIT, 4
        .equ    QUEEN_BIT, 6
        .equ    NOBODY_BIT, 7

! Distances between two squares run from -77h (a1 seen from h8) to +77h.
        .equ    FAR, 0x77

! ---- moves ------------------------------------------------------------

! A move is four words: from, to, special, gain.  `special` is 0 for an
! ordinary move, one of these, or PROMOTION plus the kind to which the pawn
! is promoted.
        .equ    DOUBLE_STEP, 2
        .equ    EN_PASSANT, 4
        .equ    CASTLING, 6
        .equ    PROMOTION, 0x20

        .equ    MOVE_FROM, 0
        .equ    MOVE_TO, 2
        .equ    MOVE_SPECIAL, 4
        .equ    MOVE_GAIN, 6
        .equ    MOVE_SIZE, 8

! Castling rights, one bit each.
        .equ    WHITE_SHORT, 1
        .equ    WHITE_LONG, 2
        .equ    BLACK_SHORT, 4
        .equ    BLACK_LONG, 8

! ---- records of the search path ---------------------------------------

! One record per ply of t2v: the position's key, its castling rights, whether
! the side to play is in check, the best move found in it and the move that
! is being searched; in the stored tree the entry of the position, the
! best child, and a temporary entry; in the simple version
! the move remembered for the position.
        .equ    PLY_KEY, 0
        .equ    PLY_RIGHTS, 4
        .equ    PLY_CHECK, 6
        .equ    EXTENDED, 2             ! in it: with CHECK_DEPTH, the depth is one more
        .equ    PLY_BEST, 8
        .equ    PLY_MOVE, 14
        .equ    PLY_PREVIOUS, 20
        .equ    PLY_NODE, 20
        .equ    PLY_FRONT, 22
        .equ    PLY_SCRATCH, 24
        .equ    PLY_SIZE, 34

! An undo record: captured, mover, from, to, special; the square that a double
! step has passed, or 0.
        .equ    UNDO_MOVER, 2
        .equ    UNDO_FROM, 4
        .equ    UNDO_TO, 6
        .equ    UNDO_SPECIAL, 8
        .equ    UNDO_EP, 10
        .equ    UNDO_SIZE, 12

! ---- entries of the stored tree -----------------------------------------

! From and to, special and flags, score, both bounds, first child, next
! entry of the list.  The specials are even numbers below 40h.
        .equ    ENTRY_MOVE, 0
        .equ    ENTRY_FROM, 0
        .equ    ENTRY_TO, 1
        .equ    ENTRY_SPECIAL, 2
        .equ    ENTRY_SCORE, 3
        .equ    ENTRY_LOWER, 4
        .equ    ENTRY_UPPER, 5
! Instead of the bounds, while there is no list: from and to of the move
! that was best at depth one, 0 if none was.
        .equ    ENTRY_HINT, 4
        .equ    ENTRY_FIRST, 6
        .equ    ENTRY_NEXT, 8
        .equ    ENTRY_SIZE, 10
        .equ    SPECIAL_BITS, 0x3e
! Flags: the list contains all moves with scores above ENTRY_LOWER; a mate in one was
! searched for; there is one.
        .equ    COMPLETE_BIT, 0
        .equ    TESTED_BIT, 6
        .equ    MATES_BIT, 7

! A packed move: from, to, special, gain, one byte each.
        .equ    PACKED_SIZE, 4

! An entry of the table of best moves: key, from and to in one word, special.
        .equ    TABLE_ENTRY_SIZE, 8

! ---- the game -----------------------------------------------------------

! "The chess playing program 'BCP' used a top level scan of legal moves, and
! positional scoring as well as evaluating moves via the tactics search."  Nothing
! more is known.  What follows, up to the part on the machine, is not Beal's.

! Number of plies kept for taking back and for recognising repetition; under CP/M a
! third fewer, because the system needs their room.
        .if     CPM
        .equ    GAME_PLIES, 100
        .else
        .equ    GAME_PLIES, 150
        .endif

! A played move: key of the position before it; from, to, special and
! captured piece; castling rights, `ep` and `fifty` before it.
        .equ    RECORD_KEY, 0
        .equ    RECORD_FROM, 4
        .equ    RECORD_TO, 5
        .equ    RECORD_SPECIAL, 6
        .equ    RECORD_CAPTURED, 7
        .equ    RECORD_RIGHTS, 8
        .equ    RECORD_EP, 9
        .equ    RECORD_FIFTY, 10
        .equ    RECORD_SIZE, 12

! Plies without a capture or a pawn move that make a draw.
        .equ    FIFTY_MOVES, 100

! A move that may be chosen: its entry of the stored tree; its positional score;
! its value and positional score in one number; OVER if the game is over after it,
! CAN_REPEAT if a reply can lead to a position that was on the board before, QUEENS if it
! promotes; its value.
        .equ    CHOICE_ENTRY, 0
        .equ    CHOICE_SCORE, 2
        .equ    CHOICE_TOTAL, 4
        .equ    CHOICE_OVER, 6
        .equ    CHOICE_VALUE, 7
        .equ    CHOICE_SIZE, 8
        .equ    OVER, 0x100
        .equ    OVER_BIT, 0             ! of the byte
        .equ    CAN_REPEAT, 0x200
        .equ    CAN_REPEAT_BIT, 1
        .equ    QUEENS_BIT, 2

! The shift that converts pawns to positional units, 128ths of a pawn.
        .equ    UNITS, 7

! A bonus for a move that gains by promoting: material on the board is worth more than the
! prospect of it, although the search values both equally.  The bonus exceeds what a pawn scores
! before its last step.
        .equ    PROMOTES, 320

! With a seed, each move scores a random number from 0 to VARIETY-1 more; a power of two.
        .equ    VARIETY, 16
! The odd number that turns a key and the seed into that random number.
        .equ    VARIETY_MULTIPLIER, 0x9e37

! ---- the positional score -------------------------------------------------

! In 128ths of a pawn, for one side; only the difference matters.  The search
! sees what captures and threats win, but not which squares are good: these
! are the fewest terms that make it develop, castle and push passed pawns.  Their
! numbers are rounded from games of the program against itself.

! Every move that a side could make if it were to play, even if it leaves the king in check.
        .equ    MOBILITY, 2

! Pawns: holding the centre, for each rank up to the fifth and doubled on d and
! e; another own pawn on the file; no own pawn on adjacent files; no enemy pawn in front
! that could stop them, times the square of their rank.
        .equ    PAWN_CENTRE, 8
        .equ    PAWN_DOUBLED, -10
        .equ    PAWN_ISOLATED, -18
        .equ    PAWN_PASSED, 4
! Knights and bishops still on the first rank; these and queens near the centre, from
! which they attack more; CENTRE_MEAN is about the mean of all squares.
        .equ    UNDEVELOPED, -32
        .equ    KNIGHT_CENTRE, 10
        .equ    BISHOP_CENTRE, 4
        .equ    QUEEN_CENTRE, 4
        .equ    CENTRE_MEAN, 3
! Rooks: files without own pawns, and without any; the seventh rank.
        .equ    ROOK_HALF_OPEN, 12
        .equ    ROOK_OPEN, 20
        .equ    ROOK_SEVENTH, 32
! The king, while the other side's pieces count MANY_PIECES or more: pawns one
! and two ranks in front of it; each rank from home, each step towards the middle
! files, so that it castles.  Later: nearness to the centre.
        .equ    MANY_PIECES, 13
        .equ    KING_SHELTER, 16
        .equ    KING_FAR_SHELTER, 10
        .equ    KING_WALK, -32
        .equ    KING_FILE, -22
        .equ    KING_CENTRE, 12

! Against a lone king: each step from a side's own king to the square in front of a passed
! pawn, if the side cannot mate without promoting it; a king opposite the one that is to move.
        .equ    PAWN_ESCORT, 20
        .equ    OPPOSITION, 20
! If the other king is alone, a side with at least MATING_FORCE without pawns hunts
! it.  Its own king scores for each step nearer than USUAL_STEPS, a king's steps plus
! a rook's.  A rook or a queen scores, instead of all else, for each square by which the
! hunted king's room is smaller than USUAL_ROOM.  The hunted king's KING_CENTRE drives it
! to the edge, and each move that it has counts HUNTED_FLIGHT.
        .equ    MATING_FORCE, 5
        .equ    HUNTED_STEP, 4
        .equ    USUAL_STEPS, 12
        .equ    HUNTED_ROOM, 2
        .equ    USUAL_ROOM, 24
        .equ    HUNTED_FLIGHT, 3

! The files of a side's pawns, with one more on either side of the board.
        .equ    PAWN_FILES, 10

! ---- time ---------------------------------------------------------------------

! A tick of the clock: 2,500 times 16 clocks of the processor, a hundredth of a
! second at 4 MHz.
        .equ    TICK, 2500

! Default ticks per move: half a minute.
        .equ    USUAL_TIME, 3000

! With time for a whole game, the assumed number of moves to come.
        .equ    MOVES_TO_COME, 30

! ---- the machine ------------------------------------------------------

! The serial port: status (bit 0 a character has arrived, bit 1 ready to
! send) and data.
        .equ    SERIAL_STATUS, 0xff01
        .equ    SERIAL_DATA, 0xff03
        .equ    SERIAL_RECEIVED, 0
        .equ    SERIAL_READY, 1

! The timer: period in 16 clocks, 0 to stop it; a word written to the other
! port withdraws its interrupt.
        .equ    TIMER_PERIOD, 0xff10
        .equ    TIMER_TAKEN, 0xff12

! The longest command line.
        .equ    LINE_SIZE, 128

! CP/M-8000: SC #BDOS calls the function in R5 with RR6 and returns R7.
        .equ    BDOS, 2
        .equ    BDOS_END, 0
        .equ    BDOS_OUTPUT, 2
        .equ    BDOS_READ_LINE, 10

! Default depth of a choice of move that no clock ends.
        .equ    USUAL_DEPTH, 4

! FCW at reset: system mode, non-segmented, interrupts off.
        .equ    RESET_FCW, 0x4000
