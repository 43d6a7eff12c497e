//! Castling rights.

use alloc::format;
use alloc::string::String;

use super::piece::{Colour, Kind, Piece};
use super::square::Square;
use crate::constants::{A1, BLACK_LONG, BLACK_SHORT, WHITE_LONG, WHITE_SHORT};

/// One way to castle: the side, and the squares from which the king and the rook start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CastlingRight {
    pub(crate) bit: u8,
    pub(crate) letter: char,
    pub(crate) colour: Colour,
    pub(crate) king: Square,
    pub(crate) rook: Square,
}

const fn right(bit: u8, letter: char, colour: Colour, rook_file: u8) -> CastlingRight {
    let rank = colour.relative_rank(0);
    CastlingRight {
        bit,
        letter,
        colour,
        king: Square::new(4, rank).expect("on the board"),
        rook: Square::new(rook_file, rank).expect("on the board"),
    }
}

/// The four castling moves, king's side first, in the order in which they are listed.
pub(crate) const CASTLING_RIGHTS: [CastlingRight; 4] = [
    right(WHITE_SHORT, 'K', Colour::White, 7),
    right(WHITE_LONG, 'Q', Colour::White, 0),
    right(BLACK_SHORT, 'k', Colour::Black, 7),
    right(BLACK_LONG, 'q', Colour::Black, 0),
];

impl CastlingRight {
    /// Returns the step from the king towards the rook.
    pub(crate) const fn step(self) -> i8 {
        if self.rook.file() > self.king.file() { 1 } else { -1 }
    }

    /// Describes the pieces that the right requires on the board.
    pub(crate) fn needs(self) -> String {
        let Self { letter, colour, king, rook, .. } = self;
        format!(
            "{letter} requires a {} king on {king} and a rook on {rook}",
            colour.name()
        )
    }

    /// Returns the rook that castles with the king.
    pub(crate) const fn rook_piece(self) -> Piece {
        Piece { colour: self.colour, kind: Kind::Rook }
    }

    /// Returns the square to which the king moves.
    pub(crate) const fn king_to(self) -> Square {
        self.king.step(2 * self.step())
    }

    /// Returns the square that the king crosses, to which the rook moves.
    pub(crate) const fn rook_to(self) -> Square {
        self.king.step(self.step())
    }
}

/// The castling rights of both sides, as a sum of the bits of [`crate::constants`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CastlingRights(pub(crate) u8);

/// For each square, the rights that remain after a move from or to it.
const KEPT: [u8; 0x78] = {
    let mut kept = [0x0f; 0x78];
    let mut i = 0;
    while i < CASTLING_RIGHTS.len() {
        let right = CASTLING_RIGHTS[i];
        kept[(right.king.number() - A1) as usize] &= !right.bit;
        kept[(right.rook.number() - A1) as usize] &= !right.bit;
        i += 1;
    }
    kept
};

impl CastlingRights {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) const fn has(self, right: CastlingRight) -> bool {
        self.0 & right.bit != 0
    }

    /// Returns the rights that remain after a move between two squares.
    pub(crate) const fn after(self, from: Square, to: Square) -> Self {
        Self(self.0 & KEPT[(from.number() - A1) as usize] & KEPT[(to.number() - A1) as usize])
    }
}
