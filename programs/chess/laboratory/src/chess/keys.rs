//! The numbers of which a position's key of 64 bits is the exclusive or (Zobrist 1970).

use bcp_chess::{Colour, Kind};

use super::bitboard::Square;
use crate::hash::nth;

/// Any other seed would do.
const SEED: u64 = 2002;

struct Numbers {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [u64; 16],
    passed: [u64; 8],
    black_to_play: u64,
}

static NUMBERS: Numbers = draw();

/// Draws the numbers in the order in which they stand in `Numbers`.
const fn draw() -> Numbers {
    let mut drawn = 0;
    let mut pieces = [[[0; 64]; 6]; 2];
    let mut i = 0;
    while i < 2 * 6 * 64 {
        pieces[i / (6 * 64)][i / 64 % 6][i % 64] = next(&mut drawn);
        i += 1;
    }
    let mut castling = [0; 16];
    let mut i = 0;
    while i < castling.len() {
        castling[i] = next(&mut drawn);
        i += 1;
    }
    let mut passed = [0; 8];
    let mut i = 0;
    while i < passed.len() {
        passed[i] = next(&mut drawn);
        i += 1;
    }
    Numbers {
        pieces,
        castling,
        passed,
        black_to_play: next(&mut drawn),
    }
}

const fn next(drawn: &mut u64) -> u64 {
    let number = nth(SEED, *drawn);
    *drawn += 1;
    number
}

#[inline]
pub(super) fn piece(colour: Colour, kind: Kind, square: Square) -> u64 {
    NUMBERS.pieces[colour as usize][kind as usize][square]
}

/// By the sum of the castling rights' bits.
#[inline]
pub(super) fn castling(rights: u8) -> u64 {
    NUMBERS.castling[usize::from(rights)]
}

/// By the square that a double step has passed; 0 for none.
#[inline]
pub(super) fn passed(square: Option<Square>) -> u64 {
    square.map_or(0, |square| NUMBERS.passed[square % 8])
}

#[inline]
pub(super) fn turn(colour: Colour) -> u64 {
    match colour {
        Colour::White => 0,
        Colour::Black => NUMBERS.black_to_play,
    }
}
