//! The numbers that define the board and the values of the pieces, under their names in `asm/constants.s`.
//!
//! The board is laid out as in the Z8000 program, so that this crate and that program list moves in the same order and
//! give a position the same key. A test of `bcp-reference` compares the two files, so neither may change alone.

/// Declares constants, and a list `ALL` of their names and values.
#[macro_export]
macro_rules! named {
    ($($(#[$attribute:meta])* pub const $name:ident: $type:ty = $value:expr;)*) => {
        $($(#[$attribute])* pub const $name: $type = $value;)*

        /// The name and value of every constant in this file.
        pub const ALL: &[(&str, i64)] = &[$((stringify!($name), $name as i64)),*];
    };
}

named! {
    /// Initial state of the generator of random numbers for position keys.
    pub const KEY_SEED: u32 = 1986;
    /// Multiplier of the generator.
    pub const KEY_MULTIPLIER: u32 = 1664525;
    /// Increment of the generator.
    pub const KEY_INCREMENT: u32 = 1013904223;

    /// Number of the square a1. A step along a rank adds 1, along a file 10h.
    pub const A1: u8 = 0x30;
    /// Number of the square h8.
    pub const H8: u8 = 0xa7;
    /// Number of squares of the board with its border, which is wide enough for every knight's jump from a real square.
    pub const BOARD_SIZE: usize = 0xd0;

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

    /// Maximum number of pieces of a side, including its king.
    pub const MAX_PIECES: usize = 16;

    /// White may still castle on the king's side. Castling rights are a sum of such bits.
    pub const WHITE_SHORT: u8 = 1;
    /// White may still castle on the queen's side.
    pub const WHITE_LONG: u8 = 2;
    /// Black may still castle on the king's side.
    pub const BLACK_SHORT: u8 = 4;
    /// Black may still castle on the queen's side.
    pub const BLACK_LONG: u8 = 8;
}
