//! The squares that a piece attacks.
//!
//! Pawns, knights and kings look their squares up. For a bishop, a rook or a queen each line through its square is
//! treated alone, by obstruction difference: the nearest piece above and the nearest below bound what it attacks, and
//! one subtraction of these two bits leaves exactly the bits between them.

use bcp_chess::{Colour, Kind};

use super::bitboard::{Bitboard, NONE, Square};

/// The squares of one line on the two sides of a square.
#[derive(Clone, Copy)]
struct Line {
    below: u64,
    above: u64,
}

impl Line {
    const EMPTY: Self = Self { below: 0, above: 0 };

    /// The squares attacked along the line, up to and with the nearest piece on each side.
    #[inline]
    fn attacks(self, occupied: Bitboard) -> Bitboard {
        let below = self.below & occupied.0;
        let above = self.above & occupied.0;
        // The bit of a1 stands for "no piece below": it is the edge that every line of lower bits may reach.
        let nearest_below = 63 - (below | 1).leading_zeros();
        let from_there = u64::MAX << nearest_below;
        let nearest_above = above & above.wrapping_neg();
        Bitboard((self.below | self.above) & (nearest_above << 1).wrapping_add(from_there))
    }

    const fn whole(self) -> Bitboard {
        Bitboard(self.below | self.above)
    }
}

/// All that is looked up.
struct Tables {
    pawns: [[Bitboard; 64]; 2],
    knights: [Bitboard; 64],
    kings: [Bitboard; 64],
    /// File, rank, diagonal and antidiagonal of each square.
    lines: [[Line; 4]; 64],
    /// The squares between two squares of one line; none for other pairs.
    between: [[Bitboard; 64]; 64],
}

static TABLES: Tables = tables();

/// Steps as (files, ranks); the four of a line upwards.
const UP: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];
const JUMPS: [(isize, isize); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const STEPS: [(isize, isize); 8] = [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1)];

/// The square some files and ranks away; none outside the board.
const fn neighbour(square: Square, (files, ranks): (isize, isize)) -> Option<Square> {
    let file = (square % 8) as isize + files;
    let rank = (square / 8) as isize + ranks;
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        Some((8 * rank + file) as usize)
    } else {
        None
    }
}

const fn near(square: Square, steps: &[(isize, isize)]) -> Bitboard {
    let mut set = 0;
    let mut i = 0;
    while i < steps.len() {
        if let Some(to) = neighbour(square, steps[i]) {
            set |= 1 << to;
        }
        i += 1;
    }
    Bitboard(set)
}

const fn ray(square: Square, step: (isize, isize)) -> u64 {
    let mut set = 0;
    let mut at = square;
    while let Some(to) = neighbour(at, step) {
        set |= 1 << to;
        at = to;
    }
    set
}

const fn tables() -> Tables {
    let mut tables = Tables {
        pawns: [[NONE; 64]; 2],
        knights: [NONE; 64],
        kings: [NONE; 64],
        lines: [[Line::EMPTY; 4]; 64],
        between: [[NONE; 64]; 64],
    };
    let mut square = 0;
    while square < 64 {
        tables.pawns[Colour::White as usize][square] = near(square, &[(-1, 1), (1, 1)]);
        tables.pawns[Colour::Black as usize][square] = near(square, &[(-1, -1), (1, -1)]);
        tables.knights[square] = near(square, &JUMPS);
        tables.kings[square] = near(square, &STEPS);
        let mut i = 0;
        while i < 4 {
            let (files, ranks) = UP[i];
            tables.lines[square][i] = Line {
                above: ray(square, (files, ranks)),
                below: ray(square, (-files, -ranks)),
            };
            i += 1;
        }
        let mut i = 0;
        while i < 8 {
            let mut passed = 0;
            let mut at = square;
            while let Some(to) = neighbour(at, STEPS[i]) {
                tables.between[square][to] = Bitboard(passed);
                passed |= 1 << to;
                at = to;
            }
            i += 1;
        }
        square += 1;
    }
    tables
}

/// The squares that a pawn of a colour attacks.
#[inline]
pub(super) fn pawn(colour: Colour, square: Square) -> Bitboard {
    TABLES.pawns[colour as usize][square]
}

/// The squares a knight's jump away.
#[inline]
pub(super) fn knight(square: Square) -> Bitboard {
    TABLES.knights[square]
}

/// The squares a king's step away.
#[inline]
pub(super) fn king(square: Square) -> Bitboard {
    TABLES.kings[square]
}

/// Returns the squares that a rook attacks.
#[inline]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let [file, rank, ..] = TABLES.lines[square];
    file.attacks(occupied) | rank.attacks(occupied)
}

/// Returns the squares that a bishop attacks.
#[inline]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let [.., up, down] = TABLES.lines[square];
    up.attacks(occupied) | down.attacks(occupied)
}

/// File and rank of a square, without it.
#[inline]
pub(super) fn straight(square: Square) -> Bitboard {
    let [file, rank, ..] = TABLES.lines[square];
    file.whole() | rank.whole()
}

/// The diagonals of a square, without it.
#[inline]
pub(super) fn diagonal(square: Square) -> Bitboard {
    let [.., up, down] = TABLES.lines[square];
    up.whole() | down.whole()
}

/// Returns the squares that a piece other than a pawn attacks.
#[inline]
pub(super) fn piece(kind: Kind, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Pawn => NONE,
        Kind::Knight => knight(square),
        Kind::Bishop => bishop(square, occupied),
        Kind::Rook => rook(square, occupied),
        Kind::Queen => bishop(square, occupied) | rook(square, occupied),
        Kind::King => king(square),
    }
}

/// The squares between two squares of one line; none for other pairs.
#[inline]
pub(super) fn between(a: Square, b: Square) -> Bitboard {
    TABLES.between[a][b]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::bitboard::ALL;

    /// One square after the other, until a piece stands in the way.
    fn walked(square: Square, steps: &[(isize, isize)], occupied: Bitboard) -> Bitboard {
        let mut set = NONE;
        for &step in steps {
            let mut at = square;
            while let Some(to) = neighbour(at, step) {
                set |= Bitboard::of(to);
                if occupied.has(to) {
                    break;
                }
                at = to;
            }
        }
        set
    }

    #[test]
    fn sliding_pieces_attack_what_a_walk_reaches() {
        let straight: Vec<_> = STEPS.into_iter().filter(|(f, r)| f * r == 0).collect();
        let diagonal: Vec<_> = STEPS.into_iter().filter(|(f, r)| f * r != 0).collect();
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        for trial in 0..20_000 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let square = trial % 64;
            let occupied = match trial % 3 {
                0 => Bitboard(random & random.rotate_left(17)),
                1 => Bitboard(random),
                _ => [NONE, ALL][trial / 64 % 2],
            };
            assert_eq!(rook(square, occupied), walked(square, &straight, occupied));
            assert_eq!(bishop(square, occupied), walked(square, &diagonal, occupied));
        }
    }

    #[test]
    fn between_is_what_both_see_of_each_other() {
        for a in 0..64 {
            for b in 0..64 {
                let (from, to) = (Bitboard::of(a), Bitboard::of(b));
                let expected = if rook(a, NONE).has(b) {
                    rook(a, to) & rook(b, from)
                } else if bishop(a, NONE).has(b) {
                    bishop(a, to) & bishop(b, from)
                } else {
                    NONE
                };
                let straight_line = straight(a).has(b) || diagonal(a).has(b);
                assert!(straight_line || expected.is_empty());
                assert_eq!(between(a, b), expected, "{a} {b}");
            }
        }
    }
}
