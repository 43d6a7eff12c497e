//! The evaluation: the value of each piece on its square.
//!
//! The numbers are our own, in hundredths of a pawn, chosen by hand and not tuned. They are just enough to make a
//! program develop its pieces, keep its king at home while there are queens, and push its pawns when there are none.
//! The bonus of a square is the sum of a bonus for its rank and one for its file, so that all tables fit on one page.

use std::ops::{AddAssign, SubAssign};

use bcp_chess::{Colour, Kind};

use super::bitboard::Square;
use crate::game::Value;

/// Sums over the pieces, White's minus Black's; only [`Score::PHASE`] adds both colours.
///
/// Four numbers side by side, so that one addition updates all.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Score([i16; 4]);

impl Score {
    /// Returns the score of a piece of a colour on a square.
    #[inline]
    pub(super) fn of(colour: Colour, kind: Kind, square: Square) -> Self {
        SCORES[colour as usize][kind as usize][square]
    }

    const MIDDLE: usize = 0;
    const END: usize = 1;
    const MATERIAL: usize = 2;
    /// Index of the remaining part of the middle game: [`FULL_PHASE`] with all pieces, 0 with only kings and pawns.
    const PHASE: usize = 3;

    /// Returns only material, for White.
    #[inline]
    pub(super) fn material(self) -> Value {
        self.0[Self::MATERIAL].into()
    }

    /// Returns the value of material and piece squares, for White, interpolated between middle game and endgame by the
    /// pieces left.
    #[inline]
    pub(super) fn squares(self) -> Value {
        let phase = Value::from(self.0[Self::PHASE]).min(FULL_PHASE);
        let middle = Value::from(self.0[Self::MIDDLE]);
        let end = Value::from(self.0[Self::END]);
        (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl AddAssign for Score {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        for (sum, term) in self.0.iter_mut().zip(other.0) {
            *sum = sum.wrapping_add(term);
        }
    }
}

impl SubAssign for Score {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        for (sum, term) in self.0.iter_mut().zip(other.0) {
            *sum = sum.wrapping_sub(term);
        }
    }
}

/// The phase with all pieces on the board.
const FULL_PHASE: Value = 24;

/// Bonuses by rank, from the owner's point of view, and by file.
type Squares = [[i16; 8]; 2];

/// The values of a kind of piece.
struct Piece {
    material: i16,
    phase: i16,
    middle: Squares,
    end: Squares,
}

/// The values of the pieces in the order of [`Kind`].
const PIECES: [Piece; 6] = [
    Piece {
        material: 100,
        phase: 0,
        middle: [[0, -4, -2, 6, 12, 25, 50, 0], [-8, -4, 0, 8, 8, 0, -4, -8]],
        end: [[0, 0, 4, 12, 28, 55, 95, 0], [4, 2, 0, -2, -2, 0, 2, 4]],
    },
    Piece {
        material: 320,
        phase: 1,
        middle: [[-22, -8, 6, 12, 18, 16, 4, -14], [-20, -8, 4, 10, 10, 4, -8, -20]],
        end: [[-18, -8, 2, 10, 12, 8, -2, -12], [-18, -6, 4, 10, 10, 4, -6, -18]],
    },
    Piece {
        material: 330,
        phase: 1,
        middle: [[-14, 4, 6, 8, 8, 4, -2, -10], [-6, 2, 2, 4, 4, 2, 2, -6]],
        end: [[-8, -2, 4, 8, 8, 4, -2, -6], [-6, 0, 2, 4, 4, 2, 0, -6]],
    },
    Piece {
        material: 500,
        phase: 2,
        middle: [[-2, -6, -6, -4, 0, 4, 18, 8], [-6, -2, 2, 8, 8, 4, -2, -6]],
        end: [[-4, -4, -2, 2, 6, 8, 10, 8], [0, 0, 0, 0, 0, 0, 0, 0]],
    },
    Piece {
        material: 950,
        phase: 4,
        middle: [[-4, 2, 2, 0, 0, 2, 2, 0], [-4, -2, 0, 2, 2, 0, -2, -4]],
        end: [[-20, -8, 2, 10, 14, 12, 8, 0], [-10, -4, 2, 6, 6, 2, -4, -10]],
    },
    Piece {
        material: 0,
        phase: 0,
        middle: [[12, -6, -30, -45, -50, -50, -50, -50], [16, 24, 4, -10, -8, -6, 26, 16]],
        end: [[-26, -8, 6, 16, 20, 18, 8, -10], [-18, -4, 6, 12, 12, 6, -4, -18]],
    },
];

/// The scores by colour, kind and square.
static SCORES: [[[Score; 64]; 6]; 2] = tables();

const fn tables() -> [[[Score; 64]; 6]; 2] {
    let mut tables = [[[Score([0; 4]); 64]; 6]; 2];
    let mut i = 0;
    while i < 6 * 64 {
        let (kind, square) = (i / 64, i % 64);
        let Piece { material, phase, middle, end } = &PIECES[kind];
        let (rank, file) = (square / 8, square % 8);
        let middle = *material + middle[0][rank] + middle[1][file];
        let end = *material + end[0][rank] + end[1][file];
        tables[Colour::White as usize][kind][square] = Score([middle, end, *material, *phase]);
        tables[Colour::Black as usize][kind][square ^ 56] = Score([-middle, -end, -*material, *phase]);
        i += 1;
    }
    tables
}
