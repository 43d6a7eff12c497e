//! Every number that stands for a choice, under the name it has in `asm/constants.s`.
//!
//! A test of this crate compares the two files; neither may change alone.

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

/// Deepest iteration that a command of the console may ask for.
pub const MAX_DEPTH: u8 = 30;

/// Entries of the table that remembers best moves from iteration to iteration; a power of two.
pub const TABLE_ENTRIES: usize = 4096;

/// First state of the generator of the numbers from which position keys are made.
pub const KEY_SEED: u32 = 1986;
/// What the generator multiplies its state by.
pub const KEY_MULTIPLIER: u32 = 1664525;
/// What the generator adds to its state.
pub const KEY_INCREMENT: u32 = 1013904223;

/// Number of the square a1. A step along the rank is 1, along the file 10h.
pub const A1: u8 = 0x30;
/// Number of the square h8.
pub const H8: u8 = 0xa7;
/// Squares of the board with its border, on which every knight's jump from a real square ends.
pub const BOARD_SIZE: usize = 0xd0;

/// Most pieces that a side can have, its king included.
pub const MAX_PIECES: usize = 16;

/// White may still castle on the king's side; the rights are a sum of such bits.
pub const WHITE_SHORT: u8 = 1;
/// White may still castle on the queen's side.
pub const WHITE_LONG: u8 = 2;
/// Black may still castle on the king's side.
pub const BLACK_SHORT: u8 = 4;
/// Black may still castle on the queen's side.
pub const BLACK_LONG: u8 = 8;
