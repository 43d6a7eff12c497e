//! Sets of squares as 64 bits.

/// The number of a square: `8 * rank + file`, so a1 is 0 and h8 is 63.
pub(super) type Square = usize;

/// A set of squares, one bit each: bit 0 is a1.
pub(super) type Bitboard = u64;

/// The squares of the a-file.
pub(super) const FILE_A: Bitboard = 0x0101_0101_0101_0101;
pub(super) const FILE_H: Bitboard = 0x8080_8080_8080_8080;

/// Returns the set of one square.
#[inline]
pub(super) const fn of(square: Square) -> Bitboard {
    1 << (square & 63)
}

/// Returns the squares of a rank from 0 to 7.
#[inline]
pub(super) const fn rank(rank: usize) -> Bitboard {
    0xff << (8 * rank)
}

/// Queries of a set of squares.
pub(super) trait Squares: Sized {
    /// Returns true if a square is in the set.
    fn contains(self, square: Square) -> bool;

    /// Returns true if the set has two squares or more.
    fn more_than_one(self) -> bool;

    /// Returns the lowest square of the set; 64 if it is empty.
    fn lowest(self) -> Square;

    /// Returns all squares moved by a distance, up if it is positive; those that leave the board are dropped.
    fn shifted(self, by: isize) -> Self;

    /// Returns the squares of the set in ascending order.
    fn squares(self) -> impl Iterator<Item = Square>;
}

impl Squares for Bitboard {
    #[inline]
    fn contains(self, square: Square) -> bool {
        self & of(square) != 0
    }

    #[inline]
    fn more_than_one(self) -> bool {
        self & self.wrapping_sub(1) != 0
    }

    #[inline]
    fn lowest(self) -> Square {
        self.trailing_zeros() as Square
    }

    #[inline]
    fn shifted(self, by: isize) -> Self {
        if by >= 0 { self << by } else { self >> -by }
    }

    #[inline]
    fn squares(mut self) -> impl Iterator<Item = Square> {
        std::iter::from_fn(move || {
            let square = self.lowest();
            let found = self != 0;
            self &= self.wrapping_sub(1);
            found.then_some(square)
        })
    }
}
