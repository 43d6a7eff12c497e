//! What the searches of chess programs ask of this board.

use super::moves::Move;
use super::{Chess, MATE_BOUND};
use crate::board::{Colour, Kind, Special};
use crate::lab::game::{ChessLike, Value};

/// Slots for each side: from, to.
const SQUARES: usize = 64;

impl ChessLike for Chess {
    const MATES: Value = MATE_BOUND;
    const SLOTS: usize = 2 * SQUARES * SQUARES;

    #[inline]
    fn key(&self) -> u64 {
        self.key()
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.in_check()
    }

    #[inline]
    fn captures(&mut self, moves: &mut Vec<Move>) {
        Chess::captures(self, moves);
    }

    #[inline]
    fn quiets(&mut self, moves: &mut Vec<Move>) {
        Chess::quiets(self, moves);
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        Chess::is_legal(self, m)
    }

    #[inline]
    fn promise(&self, m: Move) -> i32 {
        let promoted = match m.special() {
            Special::Promotion(Kind::Queen) => Kind::Queen as i32,
            Special::Promotion(_) => return 0,
            _ => 0,
        };
        let victim = self.captured(m).map_or(0, |kind| kind as i32 + 1);
        if victim + promoted == 0 {
            return 0;
        }
        let attacker = self.moved(m).map_or(0, |kind| kind as i32);
        8 * (victim + promoted) + Kind::King as i32 - attacker
    }

    #[inline]
    fn slot(&self, m: Move) -> usize {
        let squares = m.origin() * SQUARES + m.target();
        match self.turn() {
            Colour::White => squares,
            Colour::Black => SQUARES * SQUARES + squares,
        }
    }

    #[inline]
    fn target(&self, m: Move) -> usize {
        m.target()
    }

    #[inline]
    fn material(&self) -> Value {
        let white = self.worth.material();
        match self.turn() {
            Colour::White => white,
            Colour::Black => -white,
        }
    }

    #[inline]
    fn pieces(&self) -> [u32; 2] {
        let pawns_and_kings = self.kind(Kind::Pawn) | self.kind(Kind::King);
        let pieces = |colour| (self.side(colour) & !pawns_and_kings).0.count_ones();
        [pieces(self.turn), pieces(self.turn.opponent())]
    }
}
