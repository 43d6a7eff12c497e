//! Moves in sixteen bits.

use std::fmt;

use super::bitboard::Square;
use crate::board::{Kind, Special};

/// A move: from (six bits), to (six bits), and what is special about it (four bits).
///
/// It says nothing of the pieces it carries and captures: those are on the board. Its text is that of
/// [`board::Move`](crate::board::Move): `e2e4`, `e7e8q`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

const DOUBLE_STEP: u16 = 1 << 12;
const EN_PASSANT: u16 = 2 << 12;
const CASTLING: u16 = 3 << 12;
/// With the number of the kind, knight to queen, beside it.
const PROMOTION: u16 = 8 << 12;

impl Move {
    /// No move at all: what a table holds where it holds none. It is legal nowhere.
    pub const NONE: Self = Self(0);

    pub(super) const fn plain(from: Square, to: Square) -> Self {
        Self(from as u16 | (to as u16) << 6)
    }

    pub(super) const fn double_step(from: Square, to: Square) -> Self {
        Self(Self::plain(from, to).0 | DOUBLE_STEP)
    }

    pub(super) const fn en_passant(from: Square, to: Square) -> Self {
        Self(Self::plain(from, to).0 | EN_PASSANT)
    }

    pub(super) const fn castling(from: Square, to: Square) -> Self {
        Self(Self::plain(from, to).0 | CASTLING)
    }

    pub(super) const fn promotion(from: Square, to: Square, kind: Kind) -> Self {
        Self(Self::plain(from, to).0 | PROMOTION | (kind as u16) << 12)
    }

    /// The number of the square it comes from: `8 * rank + file`, 0 to 63.
    #[inline]
    pub const fn origin(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The number of the square it goes to.
    #[inline]
    pub const fn target(self) -> usize {
        (self.0 >> 6 & 63) as usize
    }

    /// What it does besides.
    #[inline]
    pub const fn special(self) -> Special {
        match self.0 >> 12 {
            0 => Special::None,
            1 => Special::DoubleStep,
            2 => Special::EnPassant,
            3 => Special::Castling,
            9 => Special::Promotion(Kind::Knight),
            10 => Special::Promotion(Kind::Bishop),
            11 => Special::Promotion(Kind::Rook),
            _ => Special::Promotion(Kind::Queen),
        }
    }

    /// The move as a number, different for different moves: for tables.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }
}

/// What a move of the 1986 board is in sixteen bits; both boards' legal moves are the same.
impl From<crate::board::Move> for Move {
    fn from(m: crate::board::Move) -> Self {
        let number = |square: crate::board::Square| {
            usize::from(square.rank()) * 8 + usize::from(square.file())
        };
        let (from, to) = (number(m.from), number(m.to));
        match m.special {
            Special::None => Self::plain(from, to),
            Special::DoubleStep => Self::double_step(from, to),
            Special::EnPassant => Self::en_passant(from, to),
            Special::Castling => Self::castling(from, to),
            Special::Promotion(kind) => Self::promotion(from, to, kind),
        }
    }
}

impl From<Move> for crate::board::Move {
    fn from(m: Move) -> Self {
        Self {
            from: square(m.origin()),
            to: square(m.target()),
            special: m.special(),
        }
    }
}

fn square(number: Square) -> crate::board::Square {
    crate::board::Square::new((number % 8) as u8, (number / 8) as u8)
        .expect("six bits number a square of the board")
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::board::Move::from(*self).fmt(f)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
