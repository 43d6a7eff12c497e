//! Sets of squares as 64 bits.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// The number of a square: `8 * rank + file`, so a1 is 0 and h8 is 63.
pub(super) type Square = usize;

/// A set of squares, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Bitboard(pub(super) u64);

/// No square.
pub(super) const NONE: Bitboard = Bitboard(0);
/// All squares.
pub(super) const ALL: Bitboard = Bitboard(u64::MAX);
/// The a file.
pub(super) const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
/// The h file.
pub(super) const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);

impl Bitboard {
    /// The set of one square.
    pub(super) const fn of(square: Square) -> Self {
        Self(1 << (square & 63))
    }

    /// The squares of a rank, 0 to 7.
    pub(super) const fn rank(rank: usize) -> Self {
        Self(0xff << (8 * rank))
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn has(self, square: Square) -> bool {
        self.0 & Self::of(square).0 != 0
    }

    /// Returns true if it has two squares or more.
    pub(super) const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Its lowest square; 64 if it has none.
    pub(super) const fn first(self) -> Square {
        self.0.trailing_zeros() as usize
    }

    /// All squares moved by a distance, up for positive ones; those that leave the board are lost.
    pub(super) const fn shifted(self, by: isize) -> Self {
        if by >= 0 {
            Self(self.0 << by)
        } else {
            Self(self.0 >> -by)
        }
    }
}

/// Its squares, ascending.
impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        let square = self.first();
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl Not for Bitboard {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}
