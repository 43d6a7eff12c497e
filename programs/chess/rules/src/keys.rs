//! Position keys: 32 bits that distinguish positions, for repetition and for remembered best moves.

use super::piece::{Colour, Kind};
use super::position::Position;
use super::square::Square;
use crate::constants::{A1, H8, KEY_INCREMENT, KEY_MULTIPLIER, KEY_SEED};

/// Squares from a1 to h8, the border columns between them included.
const SQUARES: usize = (H8 - A1 + 1) as usize;

/// The numbers of which a key is the exclusive or.
struct Numbers {
    /// By colour, kind and square.
    pieces: [[[u32; SQUARES]; 6]; 2],
    /// By the sum of the castling rights' bits.
    castling: [u32; 16],
    /// By the file on which a pawn has just made a double step.
    passed: [u32; 8],
    black_to_play: u32,
}

static NUMBERS: Numbers = draw();

/// Draw the numbers, in the order in which they stand in `Numbers`.
const fn draw() -> Numbers {
    let mut state = KEY_SEED;
    let mut pieces = [[[0; SQUARES]; 6]; 2];
    let mut i = 0;
    while i < 2 * 6 * SQUARES {
        pieces[i / (6 * SQUARES)][i / SQUARES % 6][i % SQUARES] = next(&mut state);
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

/// The high words of two states: the low bits of such a generator are poor.
const fn next(state: &mut u32) -> u32 {
    let high = step(state) >> 16;
    let low = step(state) >> 16;
    high << 16 | low
}

const fn step(state: &mut u32) -> u32 {
    *state = state.wrapping_mul(KEY_MULTIPLIER).wrapping_add(KEY_INCREMENT);
    *state
}

impl Position {
    /// The position's key.
    pub fn key(&self) -> u32 {
        let mut key = NUMBERS.castling[self.castling.0 as usize];
        for colour in [Colour::White, Colour::Black] {
            for piece in self.pieces(colour) {
                key ^= piece_number(colour, piece.kind, piece.square);
            }
        }
        if let Some(passed) = self.passed {
            key ^= NUMBERS.passed[passed.file() as usize];
        }
        if self.turn == Colour::Black {
            key ^= NUMBERS.black_to_play;
        }
        key
    }
}

fn piece_number(colour: Colour, kind: Kind, square: Square) -> u32 {
    NUMBERS.pieces[colour as usize][kind as usize][(square.number() - A1) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::START;

    /// Calculated from the definition in `docs/explanation/search.md` by a separate script.
    #[test]
    fn keys_are_as_defined() {
        let start = Position::from_fen(START).expect("a position");
        assert_eq!(start.key(), 0x23fc_0058);
        let e4 = start
            .move_from_text("e2e4")
            .and_then(|m| start.play(m))
            .expect("a legal move");
        assert_eq!(e4.key(), 0xc59e_50e8);
        let kings = Position::from_fen("4k3/8/8/8/8/8/8/4K3 b - -").expect("a position");
        assert_eq!(kings.key(), 0x3568_1897);
    }
}
