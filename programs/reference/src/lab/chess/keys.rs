//! The numbers of which a position's key of 64 bits is the exclusive or (Zobrist 1970).

use crate::board::{Colour, Kind};

use super::bitboard::Square;

struct Numbers {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [u64; 16],
    passed: [u64; 8],
    black_to_play: u64,
}

static NUMBERS: Numbers = draw();

/// Draws the numbers in the order in which they stand in `Numbers`.
const fn draw() -> Numbers {
    let mut state = 2002;
    let mut pieces = [[[0; 64]; 6]; 2];
    let mut i = 0;
    while i < 2 * 6 * 64 {
        pieces[i / (6 * 64)][i / 64 % 6][i % 64] = next(&mut state);
        i += 1;
    }
    let mut castling = [0; 16];
    let mut i = 0;
    while i < castling.len() {
        castling[i] = next(&mut state);
        i += 1;
    }
    let mut passed = [0; 8];
    let mut i = 0;
    while i < passed.len() {
        passed[i] = next(&mut state);
        i += 1;
    }
    Numbers {
        pieces,
        castling,
        passed,
        black_to_play: next(&mut state),
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014).
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
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
