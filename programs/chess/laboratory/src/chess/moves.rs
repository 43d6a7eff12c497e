//! Moves in sixteen bits.

use std::fmt;
use std::num::NonZeroU16;

use bcp_chess::{Kind, Special};

use super::bitboard::Square;

/// A move: its origin (six bits), its target (six bits), and its other effects (four bits, never all 0).
///
/// The pieces that it moves and captures are not stored, since they are on the board. It is displayed like
/// [`bcp_chess::Move`]: `e2e4`, `e7e8q`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PackedMove(NonZeroU16);

impl PackedMove {
    /// Creates a move from one square to another.
    #[inline]
    pub(super) const fn new(from: Square, to: Square, special: Special) -> Self {
        let code = match special {
            Special::None => 1,
            Special::DoubleStep => 2,
            Special::EnPassant => 3,
            Special::Castling => 4,
            Special::Promotion(kind) => 7 + kind as u16,
        };
        Self(NonZeroU16::new(code << 12 | (to as u16) << 6 | from as u16).expect("no code is 0"))
    }

    /// Returns the number of the origin square: `8 * rank + file`, 0 to 63.
    #[inline]
    pub const fn origin(self) -> usize {
        (self.0.get() & 63) as usize
    }

    /// Returns the number of the target square: `8 * rank + file`, 0 to 63.
    #[inline]
    pub const fn target(self) -> usize {
        (self.0.get() >> 6 & 63) as usize
    }

    /// Returns the other effects of the move; [`Special::None`] for an ordinary move.
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

/// Converts a square of [`bcp_chess`] to its number here.
pub(super) fn number(square: bcp_chess::Square) -> Square {
    usize::from(8 * square.rank() + square.file())
}

/// Packs a move of [`bcp_chess`] into sixteen bits; both boards have the same legal moves.
impl From<bcp_chess::Move> for PackedMove {
    fn from(m: bcp_chess::Move) -> Self {
        Self::new(number(m.from), number(m.to), m.special)
    }
}

impl From<PackedMove> for bcp_chess::Move {
    fn from(m: PackedMove) -> Self {
        let square = |number| bcp_chess::Square::new((number % 8) as u8, (number / 8) as u8);
        let square = |number| square(number).expect("six bits number a square of the board");
        Self::new(square(m.origin()), square(m.target()), m.special())
    }
}

impl fmt::Display for PackedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        bcp_chess::Move::from(*self).fmt(f)
    }
}

impl fmt::Debug for PackedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
