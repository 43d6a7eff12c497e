//! Sets of squares as 64 bits.

/// The number of a square: `8 * rank + file`, so a1 is 0 and h8 is 63.
pub(super) type Square = usize;

/// A set of squares, one bit each: bit 0 is a1.
pub(super) type Bitboard = u64;

/// The a file.
pub(super) const FILE_A: Bitboard = 0x0101_0101_0101_0101;
/// The h file.
pub(super) const FILE_H: Bitboard = 0x8080_8080_8080_8080;

/// The set of one square.
#[inline]
pub(super) const fn of(square: Square) -> Bitboard {
    1 << (square & 63)
}

/// The squares of a rank, 0 to 7.
#[inline]
pub(super) const fn rank(rank: usize) -> Bitboard {
    0xff << (8 * rank)
}

/// Returns true if a square is in a set.
#[inline]
pub(super) const fn has(set: Bitboard, square: Square) -> bool {
    set & of(square) != 0
}

/// Returns true if a set has two squares or more.
#[inline]
pub(super) const fn has_several(set: Bitboard) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// The lowest square of a set; 64 if it has none.
#[inline]
pub(super) const fn first(set: Bitboard) -> Square {
    set.trailing_zeros() as Square
}

/// All squares moved by a distance, up for positive ones; those that leave the board are lost.
#[inline]
pub(super) const fn shifted(set: Bitboard, by: isize) -> Bitboard {
    if by >= 0 { set << by } else { set >> -by }
}

/// The squares of a set, ascending.
#[inline]
pub(super) fn each(mut set: Bitboard) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = first(set);
        let found = set != 0;
        set &= set.wrapping_sub(1);
        found.then_some(square)
    })
}
