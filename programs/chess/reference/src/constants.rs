//! Every number that stands for a choice, under the name it has in `asm/constants.s`.
//!
//! Those of the board and of the pieces are in [`bcp_chess::constants`]. A test of this crate compares both files with
//! the assembly's; none may change alone.

use bcp_chess::named;

named! {
    /// A won game: more than any material. The root is searched between `-WIN` and `+WIN`.
    pub const WIN: i16 = 127;
    /// Values from here on are mates: `WIN` minus the plies to the mate.
    pub const MATES: i16 = 94;

    /// Entries of the stored tree.
    pub const TREE_ENTRIES: usize = 5000;

    /// 1 if a full tree is pruned, 0 if not.
    pub const PRUNING: u8 = 1;
    /// Moves to the mates that are seen at the horizon, 1 or 2.
    pub const HORIZON_MATES: u8 = 1;
    /// Moves to the mates that are seen after a null move, 1 or 2.
    pub const NULL_MATES: u8 = 1;
    /// Other places where mates are seen: 0 nowhere, 1 where depth one saw one, 2 at every node of t2v.
    pub const NODE_MATES: u8 = 2;
    /// 1 if the nodes of the searches that score a move are counted, 0 if not.
    pub const COUNT_ORDERING: u8 = 1;
    /// 1 if only the king can answer a double check, 0 if it is taken for a check by the piece that has moved.
    pub const DOUBLE_CHECKS: u8 = 0;
    /// The order of moves that gain equally.
    pub const LIST_ORDER: u16 = 2;
    /// 1 if the root has no null move, 0 if it has.
    pub const ROOT_SCAN: u8 = 0;
    /// 1 if a move out of check does not reduce the depth, 0 if it does.
    pub const CHECK_DEPTH: u8 = 0;
    /// The orders that have a name.
    pub const PAWNS_FIRST: u16 = 1;
    /// The order of the lists, reversed.
    pub const REVERSED: u16 = 2;

    /// Plies that a game keeps.
    pub const GAME_PLIES: usize = 150;
    /// Plies without a capture or a pawn's move that make a draw.
    pub const FIFTY_MOVES: u16 = 100;
    /// The shift that makes pawns positional units, 128ths of a pawn.
    pub const UNITS: u8 = 7;

    /// Each move that a side could make, left in check or not.
    pub const MOBILITY: i16 = 2;
    /// A pawn in the centre, for each rank up to the fifth; twice as much on the d- and e-file.
    pub const PAWN_CENTRE: i16 = 8;
    /// A pawn with another one of its side on the file.
    pub const PAWN_DOUBLED: i16 = -10;
    /// A pawn with none of its side on the files beside it.
    pub const PAWN_ISOLATED: i16 = -18;
    /// A pawn that no pawn can stop, times the square of its rank.
    pub const PAWN_PASSED: i16 = 4;
    /// A knight or bishop on the first rank.
    pub const UNDEVELOPED: i16 = -32;
    /// A knight, for each step that it is nearer to the centre than the mean.
    pub const KNIGHT_CENTRE: i16 = 10;
    /// The same for a bishop.
    pub const BISHOP_CENTRE: i16 = 4;
    /// The same for a queen.
    pub const QUEEN_CENTRE: i16 = 4;
    /// The approximate mean nearness of a square to the centre.
    pub const CENTRE_MEAN: i16 = 3;
    /// A rook on a file without pawns of its own side.
    pub const ROOK_HALF_OPEN: i16 = 12;
    /// A rook on a file without pawns.
    pub const ROOK_OPEN: i16 = 20;
    /// A rook on the seventh rank.
    pub const ROOK_SEVENTH: i16 = 32;
    /// Least material of the other side for a king to stay at home, in pawns.
    pub const MANY_PIECES: i16 = 13;
    /// A pawn one rank before the king.
    pub const KING_SHELTER: i16 = 16;
    /// A pawn two ranks before him.
    pub const KING_FAR_SHELTER: i16 = 10;
    /// Each rank that he has gone from home.
    pub const KING_WALK: i16 = -32;
    /// Each step towards the middle files.
    pub const KING_FILE: i16 = -22;
    /// With fewer pieces: each step that the king is nearer to the centre than the mean.
    pub const KING_CENTRE: i16 = 12;

    /// Each step from a king to the square before a passed pawn of its own, against a king alone that is not hunted.
    pub const PAWN_ESCORT: i16 = 20;
    /// A king opposite one that is alone and to move, with a square between them.
    pub const OPPOSITION: i16 = 20;
    /// Least material of a side, without its pawns, with which it hunts a king that is alone, in pawns.
    pub const MATING_FORCE: i16 = 5;
    /// The king that hunts, for each step that it is nearer than [`USUAL_STEPS`].
    pub const HUNTED_STEP: i16 = 4;
    /// Steps between two kings that count nothing, a king's and a rook's together.
    pub const USUAL_STEPS: i16 = 12;
    /// A rook or a queen, for each square of the hunted king's room that is less than [`USUAL_ROOM`].
    pub const HUNTED_ROOM: i16 = 2;
    /// Squares of a room that count nothing.
    pub const USUAL_ROOM: i16 = 24;
    /// Each move that a lone king has.
    pub const HUNTED_FLIGHT: i16 = 3;
    /// A promotion that gains material.
    pub const PROMOTES: i16 = 320;
    /// With a seed, a random number below this is added to the score of a move; a power of two.
    pub const VARIETY: u32 = 16;
    /// The odd number that turns a key and the seed into that random number.
    pub const VARIETY_MULTIPLIER: u16 = 0x9e37;

    /// Deepest iteration that a command of the console may ask for.
    pub const MAX_DEPTH: u8 = 30;

    /// Entries of the table that remembers best moves from iteration to iteration; a power of two.
    pub const TABLE_ENTRIES: usize = 4096;
}
