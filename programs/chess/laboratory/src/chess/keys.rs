//! The numbers whose exclusive or is the 64-bit key of a position (Zobrist 1970).

use bcp_chess::{Colour, Kind};

use super::bitboard::Square;
use bcp_chess::hash::nth;

/// An arbitrary seed of the numbers.
const SEED: u64 = 2002;

/// Index of the first number for castling rights: the numbers for each colour, kind and square come before it.
const CASTLING: usize = 2 * 6 * 64;
/// Index of the first number for the file of a double step.
const PASSED: usize = CASTLING + 16;
/// Index of the number for black to play.
const BLACK_TO_PLAY: usize = PASSED + 8;

static NUMBERS: [u64; BLACK_TO_PLAY + 1] = {
    let mut numbers = [0; BLACK_TO_PLAY + 1];
    let mut i = 0;
    while i < numbers.len() {
        numbers[i] = nth(SEED, i as u64);
        i += 1;
    }
    numbers
};

/// Returns the number of a piece on a square.
#[inline]
pub(super) fn piece(colour: Colour, kind: Kind, square: Square) -> u64 {
    NUMBERS[(colour as usize * 6 + kind as usize) * 64 + square]
}

/// Returns the number of castling rights, given as the sum of their bits.
#[inline]
pub(super) fn castling(rights: u8) -> u64 {
    NUMBERS[CASTLING + usize::from(rights)]
}

/// Returns the number of a square that a double step has crossed; 0 for `None`.
#[inline]
pub(super) fn passed(square: Option<u8>) -> u64 {
    square.map_or(0, |square| NUMBERS[PASSED + usize::from(square % 8)])
}

/// Returns the number by which the keys of the two sides to play differ.
#[inline]
pub(super) fn black_to_play() -> u64 {
    NUMBERS[BLACK_TO_PLAY]
}
