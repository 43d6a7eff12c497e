//! Position keys: 32-bit numbers that distinguish positions, for repetitions and remembered best moves.

use super::hash::mix;
use super::piece::{Colour, Kind};
use super::position::Position;
use super::square::Square;
use crate::constants::{A1, H8, KEY_INCREMENT, KEY_MULTIPLIER, KEY_SEED};

/// Number of squares from a1 to h8, including the border columns between them.
const SQUARES: usize = (H8 - A1 + 1) as usize;

/// Index of the first number for castling rights; the numbers for each colour, kind and square come before it.
const CASTLING: usize = 2 * 6 * SQUARES;
/// Index of the first number for the file of a double step.
const PASSED: usize = CASTLING + 16;
/// Index of the number for black to play.
const BLACK_TO_PLAY: usize = PASSED + 8;

/// The numbers whose exclusive or is a key, in the order in which they are generated.
static NUMBERS: [u32; BLACK_TO_PLAY + 1] = {
    let mut state = KEY_SEED;
    let mut numbers = [0; BLACK_TO_PLAY + 1];
    let mut i = 0;
    while i < numbers.len() {
        numbers[i] = next(&mut state);
        i += 1;
    }
    numbers
};

/// Combines the high words of two states, because the low bits of such a generator are poor.
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
    /// Returns the position's key, made from the pieces, the side to play, the castling rights and the last double
    /// step.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::Fen;
    ///
    /// // Two orders of the same moves lead to the same position.
    /// let [one, other] = [["g1f3", "g8f6", "b1c3"], ["b1c3", "g8f6", "g1f3"]].map(|moves| {
    ///     let play = |at: Fen, m| at.position.move_from_text(m).and_then(|m| at.play(m)).expect("a legal move");
    ///     moves.into_iter().fold(Fen::start(), play).position
    /// });
    /// assert_eq!(one.key(), other.key());
    /// ```
    pub fn key(&self) -> u32 {
        let mut key = NUMBERS[CASTLING + usize::from(self.castling.0)];
        for colour in [Colour::White, Colour::Black] {
            for piece in self.pieces(colour) {
                key ^= piece_number(colour, piece.kind, piece.square);
            }
        }
        if let Some(passed) = self.passed {
            key ^= NUMBERS[PASSED + usize::from(passed.file())];
        }
        if self.turn == Colour::Black {
            key ^= NUMBERS[BLACK_TO_PLAY];
        }
        key
    }

    /// Returns a 64-bit key of the position, for a table of values: the 32 bits of [`key`](Self::key) would confuse two
    /// positions too often.
    pub fn long_key(&self) -> u64 {
        let mut key = mix(self.key().into());
        for colour in [Colour::White, Colour::Black] {
            for piece in self.pieces(colour) {
                let place = (colour as u64) << 16 | (piece.kind as u64) << 8 | u64::from(piece.square.number());
                key = key.wrapping_add(mix(place | 1 << 32));
            }
        }
        key
    }
}

fn piece_number(colour: Colour, kind: Kind, square: Square) -> u32 {
    NUMBERS[(colour as usize * 6 + kind as usize) * SQUARES + usize::from(square.number() - A1)]
}
