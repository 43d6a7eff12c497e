//! The positional score of a position, which the search of captures and threats ignores.
//!
//! It is not Beal's, since the terms of his program are unknown. Each term is a constant, explained in
//! `asm/constants.s`. All numbers are 128ths of a pawn.

use std::cmp::Ordering;

use bcp_chess::{Colour, Kind, PlacedPiece, Position, Square};

use crate::constants::{
    BISHOP_CENTRE, CENTRE_MEAN, HUNTED_FLIGHT, HUNTED_ROOM, HUNTED_STEP, KING_CENTRE, KING_FAR_SHELTER, KING_FILE,
    KING_SHELTER, KING_WALK, KNIGHT_CENTRE, MANY_PIECES, MATING_FORCE, MOBILITY, OPPOSITION, PAWN_CENTRE, PAWN_DOUBLED,
    PAWN_ESCORT, PAWN_ISOLATED, PAWN_PASSED, QUEEN_CENTRE, ROOK_HALF_OPEN, ROOK_OPEN, ROOK_SEVENTH, UNDEVELOPED,
    USUAL_ROOM, USUAL_STEPS,
};

/// The nearness of a rank or a file to the middle of the board.
const CENTRE: [i16; 8] = [0, 1, 2, 3, 3, 2, 1, 0];

/// The weight of a pawn's file for the centre.
const PAWN_WEIGHTS: [i16; 8] = [0, 0, 1, 2, 2, 1, 0, 0];

/// For each file, the ranks on which a side has pawns, one bit each, from that side's point of view.
type PawnFiles = [u8; 8];

/// Returns the positional score for the side that has just moved, in 128ths of a pawn: about -1,000 to 1,000.
///
/// # Example
///
/// ```
/// use bcp_chess::{Position, START};
/// use bcp_reference::judge::judge;
///
/// // Of the first moves, the best by the score alone.
/// let start = Position::from_fen(START)?;
/// let best = start.legal_moves().into_iter().max_by_key(|&m| start.play(m).map(|next| judge(&next)));
/// println!("{}", best.expect("there are 20"));
/// # Ok::<(), bcp_chess::FenError>(())
/// ```
pub fn judge(position: &Position) -> i16 {
    let to_play = position.side_to_play();
    let moved = to_play.opponent();
    let side = Side::of(position, moved);
    let score = side.score() - Side::of(position, to_play).score();
    let Some(alone) = side.alone else {
        return score + MOBILITY * (moves_after_pass(position) - position.moves().len() as i16);
    };
    let opposition = match walk(position.king(moved), alone) {
        (0, 2) | (2, 0) if side.hunted.is_none() => OPPOSITION,
        _ => 0,
    };
    score + opposition - HUNTED_FLIGHT * position.legal_moves().len() as i16
}

/// Returns the number of moves that the side that has just moved could make if it were to play again.
fn moves_after_pass(position: &Position) -> i16 {
    let mut passed = position.clone();
    passed.make_null();
    passed.moves().len() as i16
}

/// One side of a position, with what its terms depend on.
struct Side<'a> {
    position: &'a Position,
    colour: Colour,
    own: PawnFiles,
    enemy: PawnFiles,
    /// Square of the other side's king, if that side has no other piece.
    alone: Option<Square>,
    /// The same square if this side has enough material to mate; otherwise `None`.
    hunted: Option<Square>,
}

impl<'a> Side<'a> {
    fn of(position: &'a Position, colour: Colour) -> Self {
        let enemy = colour.opponent();
        let alone = (position.pieces(enemy).count() == 1).then(|| position.king(enemy));
        Self {
            position,
            colour,
            own: pawn_files(position, colour),
            enemy: pawn_files(position, enemy),
            alone,
            hunted: alone.filter(|_| force(position, colour) >= MATING_FORCE),
        }
    }

    fn score(&self) -> i16 {
        self.position.pieces(self.colour).map(|piece| self.piece(piece)).sum()
    }

    fn piece(&self, piece: PlacedPiece) -> i16 {
        match (self.hunted, piece.kind) {
            (Some(hunted), Kind::King) => return hunt(piece.square, hunted),
            (Some(hunted), Kind::Rook | Kind::Queen) => return leave(piece.square, hunted),
            _ => {}
        }
        let (file, rank) = seen(piece, self.colour);
        let central = CENTRE[file] + CENTRE[rank] - CENTRE_MEAN;
        let undeveloped = if rank == 0 { UNDEVELOPED } else { 0 };
        match piece.kind {
            Kind::Pawn => self.pawn(file, rank),
            Kind::Knight => KNIGHT_CENTRE * central + undeveloped,
            Kind::Bishop => BISHOP_CENTRE * central + undeveloped,
            Kind::Rook => self.rook(file, rank),
            Kind::Queen => QUEEN_CENTRE * central,
            Kind::King if force(self.position, self.colour.opponent()) >= MANY_PIECES => self.king(file, rank),
            Kind::King => KING_CENTRE * central,
        }
    }

    fn pawn(&self, file: usize, rank: usize) -> i16 {
        let mut score = PAWN_CENTRE * PAWN_WEIGHTS[file] * (rank as i16 - 1).min(3);
        if self.own[file] & !(1 << rank) != 0 {
            score += PAWN_DOUBLED;
        }
        let beside = |files: &PawnFiles| {
            let left = file.checked_sub(1).map_or(0, |file| files[file]);
            left | files.get(file + 1).unwrap_or(&0)
        };
        if beside(&self.own) == 0 {
            score += PAWN_ISOLATED;
        }
        // From the enemy's point of view, the pawns that could stop it are below this rank.
        let before = (1 << (7 - rank)) - 1;
        if (beside(&self.enemy) | self.enemy[file]) & before == 0 {
            score += PAWN_PASSED * (rank * rank) as i16;
            if self.alone.is_some() && self.hunted.is_none() {
                score -= PAWN_ESCORT * self.escort(file, rank + 1);
            }
        }
        score
    }

    /// Returns the number of steps from the king to a square, along files and ranks.
    fn escort(&self, file: usize, rank: usize) -> i16 {
        let mut pieces = self.position.pieces(self.colour);
        let king = pieces.find(|piece| piece.kind == Kind::King);
        king.map_or(0, |king| {
            let (kings_file, kings_rank) = seen(king, self.colour);
            (kings_file.abs_diff(file) + kings_rank.abs_diff(rank)) as i16
        })
    }

    fn rook(&self, file: usize, rank: usize) -> i16 {
        let seventh = if rank == 6 { ROOK_SEVENTH } else { 0 };
        let open = match (self.own[file], self.enemy[file]) {
            (0, 0) => ROOK_OPEN,
            (0, _) => ROOK_HALF_OPEN,
            _ => 0,
        };
        seventh + open
    }

    fn king(&self, file: usize, rank: usize) -> i16 {
        let shelter = |at: usize, score: i16| {
            let files = self.own[file.saturating_sub(1)..=(file + 1).min(7)].iter();
            files.filter(|&&ranks| u16::from(ranks) >> at & 1 != 0).count() as i16 * score
        };
        KING_WALK * rank as i16
            + KING_FILE * CENTRE[file]
            + shelter(rank + 1, KING_SHELTER)
            + shelter(rank + 2, KING_FAR_SHELTER)
    }
}

/// Returns the distances in files and in ranks between two squares.
fn walk(from: Square, to: Square) -> (u8, u8) {
    (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()))
}

/// Returns the bonus of a king that hunts another one: more if it is nearer.
fn hunt(from: Square, hunted: Square) -> i16 {
    let (files, ranks) = walk(from, hunted);
    // The larger distance is that of a king's walk, and the sum that of a rook's.
    let steps = files.max(ranks) + files + ranks;
    HUNTED_STEP * (USUAL_STEPS - i16::from(steps))
}

/// Returns the bonus of a rook or a queen for the room that it leaves to a hunted king: the rectangle between its rank
/// and file.
fn leave(from: Square, hunted: Square) -> i16 {
    let beside = |from: u8, hunted: u8| match hunted.cmp(&from) {
        Ordering::Less => from,
        Ordering::Equal => 8,
        Ordering::Greater => 7 - from,
    };
    let room = beside(from.file(), hunted.file()) * beside(from.rank(), hunted.rank());
    HUNTED_ROOM * (USUAL_ROOM - i16::from(room))
}

/// Returns the material of a side without its pawns, in pawns.
fn force(position: &Position, colour: Colour) -> i16 {
    let pieces = position.pieces(colour).filter(|piece| piece.kind != Kind::Pawn);
    pieces.map(|piece| piece.kind.value()).sum()
}

/// Returns file and rank of a piece from its side's point of view, 0 to 7.
fn seen(piece: PlacedPiece, colour: Colour) -> (usize, usize) {
    let rank = match colour {
        Colour::White => piece.square.rank(),
        Colour::Black => 7 - piece.square.rank(),
    };
    (piece.square.file().into(), rank.into())
}

fn pawn_files(position: &Position, colour: Colour) -> PawnFiles {
    let mut files = [0; 8];
    for pawn in position.pieces(colour).filter(|piece| piece.kind == Kind::Pawn) {
        let (file, rank) = seen(pawn, colour);
        files[file] |= 1 << rank;
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions with Black to play: the score is White's part minus Black's, calculated by hand from the constants.
    #[test]
    fn terms_are_as_described() {
        let cases = [
            // Only kings: e1 has file 3 and rank 0, 3 + 0 - 3 = 0; e8 is the same, and has five moves, -3 each.
            ("4k3/8/8/8/8/8/8/4K3 b - -", -15),
            // d4: 3 + 3 - 3, twelve each; five moves.
            ("4k3/8/8/8/3K4/8/8/8 b - -", 36 - 15),
            // d6: 3 + 2 - 3, opposite d8, which has two moves.
            ("3k4/8/3K4/8/8/8/8/8 b - -", 24 + 20 - 6),
            // A passed pawn on a5, isolated: 4 x 16 - 18; its king is nine steps from a6; five moves.
            ("4k3/8/8/P7/8/8/8/4K3 b - -", 46 - 180 - 15),
            // The same with an isolated black pawn on b7: each pawn stops the other, so -18, and +18 for Black's. Each
            // king has five moves, a5 one, b7 two.
            ("4k3/1p6/8/P7/8/8/8/4K3 b - -", 2 * (6 - 7)),
            // e4: 8 x 2 x 2 for the centre, isolated; e7: nothing yet, isolated. Each stops the other. A king has five
            // moves and its pawn one, or four and two.
            ("4k3/4p3/8/8/4P3/8/8/4K3 b - -", 32),
            // A knight on b1: 10 x (1 + 0 - 3) - 32; five moves.
            ("4k3/8/8/8/8/8/8/1N2K3 b - -", -52 - 15),
            // A rook on the seventh rank and an open file; because of the pawns, the kings are not alone. The rook has
            // fourteen moves, a king five, a pawn two.
            ("4k3/R6p/8/8/8/8/7P/4K3 b - -", 52 + 2 * (21 - 7)),
            // A rook that hunts, a7 to e8: one rank and seven files, 2 x (24 - 7). The kings are seven steps of a
            // king and seven of a rook apart: 4 x (12 - 14). Two moves.
            ("4k3/R7/8/8/8/8/8/4K3 b - -", 34 - 8 - 6),
            // Pieces that are too few to mate get their usual terms: 10 x (3 + 3 - 3) for a knight on d4, 4 x 2 for a
            // bishop on d3, 4 x (2 + 0 - 3) - 32 on c1; five moves.
            ("4k3/8/8/8/3N4/8/8/4K3 b - -", 30 - 15),
            ("4k3/8/8/8/8/3B4/8/4K3 b - -", 8 - 15),
            ("4k3/8/8/8/8/8/8/2B1K3 b - -", -36 - 15),
            // A queen leaves a room of 6 x 2 squares; 14 steps of king and rook; four moves. A rook on the file leaves
            // 8 x 3.
            ("4k3/8/1Q6/8/8/8/8/4K3 b - -", 24 - 8 - 12),
            ("4k3/8/8/4R3/8/8/8/4K3 b - -", -8 - 12),
            // A room of 2 x 2 squares; 4 + 4 + 4 steps; three moves, and 12 x (0 + 0 - 3) for the king in the corner.
            ("8/8/8/4K3/8/2R5/8/k7 b - -", 40 - 9 + 36),
            // Opposition on a rank, and none diagonally: 24 for d6 and f4, 12 for f6.
            ("8/8/3K1k2/8/8/8/8/8 b - -", 24 - 12 + 20 - 15),
            ("8/8/3K4/8/5k2/8/8/8 b - -", -21),
            // The last term of those below is twice the number of moves by which White has more.
            // A queen on d4, and on h1: 4 x 3 and 4 x -3. The pawns stop each other, both isolated.
            ("4k3/p7/8/8/3Q4/8/P7/4K3 b - -", 12 + 2 * (34 - 7)),
            ("4k3/p7/8/8/8/8/P7/4K2Q b - -", -12 + 2 * (23 - 7)),
            // Two pawns that are doubled and isolated, and an isolated one.
            ("4k3/p7/8/8/8/P7/P7/4K3 b - -", 2 * (-10 - 18) + 18 + 2 * (6 - 7)),
            // A pawn two files away stops no pawn; c7 is passed, too, on its second rank.
            ("4k3/2p5/8/P7/8/8/8/4K3 b - -", 64 - 18 - (4 - 18) + 2 * (6 - 7)),
            // Pawns on adjacent files are not isolated: 4 x 16 and 4 x 9.
            ("4k3/7p/8/P7/1P6/8/8/4K3 b - -", 64 + 36 - (4 - 18)),
            // In the centre the ranks up to the fifth count: 8 x 2 x 3 on e6, passed 4 x 25.
            ("4k3/p7/4P3/8/8/8/8/4K3 b - -", 48 - 18 + 100 - (4 - 18) + 2 * (6 - 7)),
            // A rook against a pawn on its file.
            ("4k3/p6p/8/8/8/8/8/R3K3 b - -", 12 - 2 * (4 - 18) + 2 * (14 - 9)),
            // Against a queen and a rook the king stays at home: 22 for the file, two pawns in front of it and one
            // further away. The pawns are passed, on ranks 1, 1 and 2. The rook has an open file, the queen 4 x 0.
            (
                "r2qk3/8/8/8/8/7P/5PP1/6K1 b - -",
                -22 + 2 * 16 + 10 + 4 + 4 + 16 - 20 + 2 * (8 - 29),
            ),
            // One rank from home and on the d-file: 32 + 3 x 22. The rook faces an enemy pawn, and the queen on c8 gets
            // 4 x -1.
            ("r1q1k3/8/8/8/8/8/P2K4/8 b - -", -98 + 4 - 18 - (12 - 4) + 2 * (10 - 28)),
            // Two rooks and a knight, 13 pawns, are as many; a queen and a knight, 12, are not: 12 x (1 + 0 - 3).
            (
                "rn2k2r/8/8/8/8/8/6P1/6K1 b - -",
                -22 + 16 + 4 - 18 - (2 * 20 - 52) + 2 * (6 - 24),
            ),
            ("1n1qk3/8/8/8/8/8/6P1/6K1 b - -", -24 + 4 - 18 + 52 + 2 * (6 - 22)),
        ];
        for (fen, score) in cases {
            let position = Position::from_fen(fen).expect("a position");
            assert_eq!(judge(&position), score, "{fen}");
        }
        // From the other side's point of view, the score is negated.
        let start = Position::from_fen(bcp_chess::START).expect("a position");
        assert_eq!(judge(&start), 0);
    }
}
