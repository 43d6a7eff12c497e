//! Every number that stands for a choice, under the name it has in `asm/constants.s`.
//!
//! Those of the board stand in [`bcp_chess::constants`]. A test of this crate compares both files with the assembly's;
//! none may change alone.

use bcp_chess::{PieceValues, named};

named! {
    /// Value of a pawn; all values are in pawns.
    pub const PAWN: i16 = 1;
    /// Value of a knight.
    pub const KNIGHT: i16 = 3;
    /// Value of a bishop.
    pub const BISHOP: i16 = 3;
    /// Value of a rook.
    pub const ROOK: i16 = 5;
    /// Value of a queen.
    pub const QUEEN: i16 = 9;

    /// A won game: more than any material. The root is searched between `-WIN` and `+WIN`.
    pub const WIN: i16 = 127;
    /// Values from here on are mates: `WIN` less the plies to the mate.
    pub const MATES: i16 = 94;

    /// Entries of the stored tree.
    pub const TREE_ENTRIES: usize = 5000;

    /// Whether a full tree is pruned (1) or not (0).
    pub const PRUNING: u8 = 1;
    /// Moves to the mates that are seen at the horizon, 1 or 2.
    pub const HORIZON_MATES: u8 = 1;
    /// Moves to the mates that are seen after a null move, 1 or 2.
    pub const NULL_MATES: u8 = 1;
    /// Whether the nodes of the searches that score a move are counted (1) or not (0).
    pub const COUNT_ORDERING: u8 = 1;
    /// Whether only the king can answer a double check (1), or it is taken for a check by the piece that has moved (0).
    pub const DOUBLE_CHECKS: u8 = 0;
    /// The order of moves that gain equally.
    pub const LIST_ORDER: u16 = 2;
    /// The orders that have a name.
    pub const PAWNS_FIRST: u16 = 1;
    /// The order of the lists, reversed.
    pub const REVERSED: u16 = 2;

    /// Deepest iteration that a command of the console may ask for.
    pub const MAX_DEPTH: u8 = 30;

    /// Entries of the table that remembers best moves from iteration to iteration; a power of two.
    pub const TABLE_ENTRIES: usize = 4096;
}

/// What the pieces count in the search.
pub const PIECE_VALUES: PieceValues = PieceValues {
    pawn: PAWN,
    knight: KNIGHT,
    bishop: BISHOP,
    rook: ROOK,
    queen: QUEEN,
};
