//! The squares that each piece attacks.
//!
//! The squares of pawns, knights and kings come from tables. For a bishop, rook or queen, each line through its square
//! is handled separately by obstruction difference: the nearest pieces above and below bound what it attacks, and one
//! subtraction with these two bits leaves exactly the bits between them.

use bcp_chess::{Colour, Kind};

use super::bitboard::{Bitboard, Square, of};

/// The squares of one line through a square, below and above that square.
#[derive(Clone, Copy)]
struct Line {
    below: Bitboard,
    above: Bitboard,
}

impl Line {
    /// Returns the squares attacked along the line, up to and including the nearest piece on each side.
    #[inline]
    fn attacks(self, occupied: Bitboard) -> Bitboard {
        let below = self.below & occupied;
        let above = self.above & occupied;
        // The bit of a1 stands for "no piece below": the attack then extends to the edge.
        let nearest_below = 63 - (below | 1).leading_zeros();
        let from_there = u64::MAX << nearest_below;
        let nearest_above = above & above.wrapping_neg();
        (self.below | self.above) & (nearest_above << 1).wrapping_add(from_there)
    }
}

/// A step as (files, ranks).
type Step = (isize, isize);
/// The upward steps along the four lines of a square, then the downward ones.
const STEPS: [Step; 8] = [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1)];
const JUMPS: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The squares that a pawn attacks, by colour and square.
static PAWNS: [[Bitboard; 64]; 2] = [near(&[(-1, 1), (1, 1)]), near(&[(-1, -1), (1, -1)])];
/// The squares that a knight attacks, by its square.
pub(super) static KNIGHTS: [Bitboard; 64] = near(&JUMPS);
/// The squares that a king attacks, by its square.
pub(super) static KINGS: [Bitboard; 64] = near(&STEPS);
/// File, rank, diagonal and antidiagonal through each square.
static LINES: [[Line; 4]; 64] = lines();
/// The squares between two squares of one line; empty for other pairs.
pub(super) static BETWEEN: [[Bitboard; 64]; 64] = between();

/// Returns the square that is one step away; `None` outside the board.
const fn neighbour(square: Square, (files, ranks): Step) -> Option<Square> {
    let file = (square % 8) as isize + files;
    let rank = (square / 8) as isize + ranks;
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        Some((8 * rank + file) as Square)
    } else {
        None
    }
}

const fn near(steps: &[Step]) -> [Bitboard; 64] {
    let mut near = [0; 64];
    let mut i = 0;
    while i < 64 * steps.len() {
        if let Some(to) = neighbour(i % 64, steps[i / 64]) {
            near[i % 64] |= of(to);
        }
        i += 1;
    }
    near
}

const fn ray(square: Square, step: Step) -> Bitboard {
    let mut set = 0;
    let mut at = square;
    while let Some(to) = neighbour(at, step) {
        set |= of(to);
        at = to;
    }
    set
}

const fn lines() -> [[Line; 4]; 64] {
    let mut lines = [[Line { below: 0, above: 0 }; 4]; 64];
    let mut i = 0;
    while i < 4 * 64 {
        lines[i / 4][i % 4] = Line { above: ray(i / 4, STEPS[i % 4]), below: ray(i / 4, STEPS[i % 4 + 4]) };
        i += 1;
    }
    lines
}

const fn between() -> [[Bitboard; 64]; 64] {
    let mut between = [[0; 64]; 64];
    let mut i = 0;
    while i < 8 * 64 {
        let mut passed = 0;
        let mut at = i / 8;
        while let Some(to) = neighbour(at, STEPS[i % 8]) {
            between[i / 8][to] = passed;
            passed |= of(to);
            at = to;
        }
        i += 1;
    }
    between
}

/// Returns the squares that a pawn of a colour attacks.
#[inline]
pub(super) fn pawn(colour: Colour, square: Square) -> Bitboard {
    PAWNS[colour as usize][square]
}

/// Returns the squares that a rook attacks. With nothing in its way it attacks its whole file and rank.
#[inline]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let [file, rank, ..] = LINES[square];
    file.attacks(occupied) | rank.attacks(occupied)
}

/// Returns the squares that a bishop attacks. With nothing in its way it attacks its whole diagonals.
#[inline]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let [.., up, down] = LINES[square];
    up.attacks(occupied) | down.attacks(occupied)
}

/// Returns the squares that a piece other than a pawn attacks.
#[inline]
pub(super) fn piece(kind: Kind, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Pawn => 0,
        Kind::Knight => KNIGHTS[square],
        Kind::Bishop => bishop(square, occupied),
        Kind::Rook => rook(square, occupied),
        Kind::Queen => bishop(square, occupied) | rook(square, occupied),
        Kind::King => KINGS[square],
    }
}
