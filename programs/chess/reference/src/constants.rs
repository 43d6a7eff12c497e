//! The constants that represent design choices, under their names in `asm/constants.s`.
//!
//! The numbers of the board and the pieces are in [`bcp_chess::constants`]. A test of this crate compares both files
//! with the assembly source, so neither may change alone.

use bcp_chess::named;

named! {
    /// The value of a won game, more than any material. The root is searched between `-WIN` and `+WIN`.
    pub const WIN: i16 = 127;
    /// The minimum value of a mate. A mate is worth `WIN` minus the plies from the root to it.
    pub const MATES: i16 = 94;

    /// Number of entries in the stored tree.
    pub const TREE_ENTRIES: usize = 5000;

    /// 1 if a full tree is pruned, 0 if not.
    pub const PRUNING: u8 = 1;
    /// Maximum length, in moves, of the mates seen at the horizon: 1 or 2.
    pub const HORIZON_MATES: u8 = 1;
    /// Maximum length, in moves, of the mates seen after a null move: 1 or 2.
    pub const NULL_MATES: u8 = 1;
    /// Where mates are seen in addition to the horizon and null moves: 0 nowhere, 1 where a search to depth one has
    /// seen a mate, 2 at every node of `t2v`.
    pub const NODE_MATES: u8 = 2;
    /// 1 if the nodes of the searches that score a move are counted, 0 if not.
    pub const COUNT_ORDERING: u8 = 1;
    /// 1 if only the king can answer a double check, 0 if a double check is treated as a check by the piece that moved.
    pub const DOUBLE_CHECKS: u8 = 0;
    /// The order of moves that gain equally; see [`Readings::list_order`](crate::search::Readings::list_order).
    pub const LIST_ORDER: u16 = 2;
    /// 1 if the root has no null move, 0 if it has one.
    pub const ROOT_SCAN: u8 = 0;
    /// 1 if a move out of check does not reduce the depth, 0 if it does.
    pub const CHECK_DEPTH: u8 = 0;
    /// The value of [`LIST_ORDER`] that lists pawns first.
    pub const PAWNS_FIRST: u16 = 1;
    /// The value of [`LIST_ORDER`] that reverses the order in which moves are listed.
    pub const REVERSED: u16 = 2;

    /// Maximum number of plies that a game remembers.
    pub const GAME_PLIES: usize = 150;
    /// Number of plies without a capture or a pawn move after which the game is a draw.
    pub const FIFTY_MOVES: u16 = 100;
    /// The shift that converts pawns to positional units, which are 128ths of a pawn.
    pub const UNITS: u8 = 7;

    /// Bonus in 128ths of a pawn for each move that a side could make, even one that leaves its king in check.
    pub const MOBILITY: i16 = 2;
    /// Bonus in 128ths of a pawn for a pawn on the files c to f, per rank advanced up to the fifth; doubled on d and e.
    pub const PAWN_CENTRE: i16 = 8;
    /// Penalty in 128ths of a pawn for a pawn with another pawn of its side on the same file.
    pub const PAWN_DOUBLED: i16 = -10;
    /// Penalty in 128ths of a pawn for a pawn with no pawn of its side on the adjacent files.
    pub const PAWN_ISOLATED: i16 = -18;
    /// Bonus in 128ths of a pawn for a pawn that no pawn can stop, times the square of its rank, counted from 0.
    pub const PAWN_PASSED: i16 = 4;
    /// Penalty in 128ths of a pawn for a knight or bishop on the first rank.
    pub const UNDEVELOPED: i16 = -32;
    /// Bonus in 128ths of a pawn for a knight, per step by which it is nearer to the centre than the mean.
    pub const KNIGHT_CENTRE: i16 = 10;
    /// Bonus in 128ths of a pawn for a bishop, per step by which it is nearer to the centre than the mean.
    pub const BISHOP_CENTRE: i16 = 4;
    /// Bonus in 128ths of a pawn for a queen, per step by which it is nearer to the centre than the mean.
    pub const QUEEN_CENTRE: i16 = 4;
    /// The approximate mean nearness of a square to the centre, which is 0 in the corners and 6 on the central squares.
    pub const CENTRE_MEAN: i16 = 3;
    /// Bonus in 128ths of a pawn for a rook on a file that has only enemy pawns.
    pub const ROOK_HALF_OPEN: i16 = 12;
    /// Bonus in 128ths of a pawn for a rook on a file without pawns.
    pub const ROOK_OPEN: i16 = 20;
    /// Bonus in 128ths of a pawn for a rook on the seventh rank.
    pub const ROOK_SEVENTH: i16 = 32;
    /// Minimum material of the other side, in pawns and not counting its pawns, for which a king stays at home.
    pub const MANY_PIECES: i16 = 13;
    /// Bonus in 128ths of a pawn for each pawn one rank in front of the king, on its file or an adjacent one.
    pub const KING_SHELTER: i16 = 16;
    /// Bonus in 128ths of a pawn for each pawn two ranks in front of the king, on its file or an adjacent one.
    pub const KING_FAR_SHELTER: i16 = 10;
    /// Penalty in 128ths of a pawn for each rank that the king has advanced.
    pub const KING_WALK: i16 = -32;
    /// Penalty in 128ths of a pawn for each step of the king towards the middle files.
    pub const KING_FILE: i16 = -22;
    /// Bonus in 128ths of a pawn if the other side has less material than [`MANY_PIECES`], per step by which the king
    /// is nearer to the centre than the mean.
    pub const KING_CENTRE: i16 = 12;

    /// Penalty in 128ths of a pawn for each step from a king to the square in front of its own passed pawn, against a
    /// lone king that is not hunted.
    pub const PAWN_ESCORT: i16 = 20;
    /// Bonus in 128ths of a pawn for a king opposite a lone king that is to move and is not hunted, with one square
    /// between them.
    pub const OPPOSITION: i16 = 20;
    /// Minimum material of a side, in pawns and not counting its pawns, with which it hunts a lone king.
    pub const MATING_FORCE: i16 = 5;
    /// Bonus in 128ths of a pawn for the hunting king, per step by which it is nearer to the hunted king than
    /// [`USUAL_STEPS`].
    pub const HUNTED_STEP: i16 = 4;
    /// Distance between the kings for which [`HUNTED_STEP`] scores nothing: the larger of their distances in files and in
    /// ranks, plus the sum of both.
    pub const USUAL_STEPS: i16 = 12;
    /// Bonus in 128ths of a pawn for a rook or a queen, per square by which the hunted king's room falls short of
    /// [`USUAL_ROOM`].
    pub const HUNTED_ROOM: i16 = 2;
    /// Size, in squares, of the hunted king's room for which [`HUNTED_ROOM`] scores nothing. The room is the rectangle
    /// in which the rank and file of the rook or queen confine the king.
    pub const USUAL_ROOM: i16 = 24;
    /// Penalty in 128ths of a pawn for the opponent of a lone king, per legal move of that king.
    pub const HUNTED_FLIGHT: i16 = 3;
    /// Bonus in 128ths of a pawn for a promotion that gains material.
    pub const PROMOTES: i16 = 320;
    /// With a seed, a random number below this value is added to the score of a move, in 128ths of a pawn; a power of
    /// two.
    pub const VARIETY: u32 = 16;
    /// The odd number that maps the exclusive or of the key and the seed to the random number of [`VARIETY`].
    pub const VARIETY_MULTIPLIER: u16 = 0x9e37;

    /// Maximum iteration depth that a console command may request.
    pub const MAX_DEPTH: u8 = 30;

    /// Number of entries in the simple version's table of best moves, which is kept from one iteration to the next; a
    /// power of two.
    pub const TABLE_ENTRIES: usize = 4096;
}
