//! Moves in sixteen bits.

use std::fmt;
use std::num::NonZeroU16;

use bcp_chess::{Kind, Special};

use super::bitboard::Square;

/// A move: from (six bits), to (six bits), and what it does besides (four bits, never all 0).
///
/// It says nothing of the pieces it carries and captures: those are on the board. Its text is that of
/// [`board::Move`](bcp_chess::Move): `e2e4`, `e7e8q`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

const fn code(code: u16) -> NonZeroU16 {
    NonZeroU16::new(code << 12).expect("no code is 0")
}

const PLAIN: NonZeroU16 = code(1);
const DOUBLE_STEP: NonZeroU16 = code(2);
const EN_PASSANT: NonZeroU16 = code(3);
const CASTLING: NonZeroU16 = code(4);
const TO_KNIGHT: NonZeroU16 = code(8);
const TO_BISHOP: NonZeroU16 = code(9);
const TO_ROOK: NonZeroU16 = code(10);
const TO_QUEEN: NonZeroU16 = code(11);

impl Move {
    #[inline]
    fn new(from: Square, to: Square, code: NonZeroU16) -> Self {
        Self(code | from as u16 | (to as u16) << 6)
    }

    #[inline]
    pub(super) fn plain(from: Square, to: Square) -> Self {
        Self::new(from, to, PLAIN)
    }

    #[inline]
    pub(super) fn double_step(from: Square, to: Square) -> Self {
        Self::new(from, to, DOUBLE_STEP)
    }

    pub(super) fn en_passant(from: Square, to: Square) -> Self {
        Self::new(from, to, EN_PASSANT)
    }

    pub(super) fn castling(from: Square, to: Square) -> Self {
        Self::new(from, to, CASTLING)
    }

    #[inline]
    pub(super) fn promotion(from: Square, to: Square, kind: Kind) -> Self {
        let code = match kind {
            Kind::Knight => TO_KNIGHT,
            Kind::Bishop => TO_BISHOP,
            Kind::Rook => TO_ROOK,
            Kind::Queen | Kind::Pawn | Kind::King => TO_QUEEN,
        };
        Self::new(from, to, code)
    }

    /// The number of the square it comes from: `8 * rank + file`, 0 to 63.
    #[inline]
    pub const fn origin(self) -> usize {
        (self.0.get() & 63) as usize
    }

    /// The number of the square it goes to.
    #[inline]
    pub const fn target(self) -> usize {
        (self.0.get() >> 6 & 63) as usize
    }

    /// Returns its kind, where it is not an ordinary move.
    #[inline]
    pub const fn special(self) -> Special {
        match self.0.get() >> 12 {
            1 => Special::None,
            2 => Special::DoubleStep,
            3 => Special::EnPassant,
            4 => Special::Castling,
            8 => Special::Promotion(Kind::Knight),
            9 => Special::Promotion(Kind::Bishop),
            10 => Special::Promotion(Kind::Rook),
            _ => Special::Promotion(Kind::Queen),
        }
    }
}

/// A move of the 1986 board in sixteen bits; both boards' legal moves are the same.
impl From<bcp_chess::Move> for Move {
    fn from(m: bcp_chess::Move) -> Self {
        let number = |square: bcp_chess::Square| usize::from(square.rank()) * 8 + usize::from(square.file());
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

impl From<Move> for bcp_chess::Move {
    fn from(m: Move) -> Self {
        Self {
            from: square(m.origin()),
            to: square(m.target()),
            special: m.special(),
        }
    }
}

fn square(number: Square) -> bcp_chess::Square {
    bcp_chess::Square::new((number % 8) as u8, (number / 8) as u8).expect("six bits number a square of the board")
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        bcp_chess::Move::from(*self).fmt(f)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
