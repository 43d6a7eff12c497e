//! `ChessLike` for this board: what the searches of chess programs need in addition to the rules.

use bcp_chess::{Kind, Special};

use super::moves::PackedMove;
use super::{Chess, MATE};
use crate::game::{ChessLike, Value};

/// Positions more than this many plies from the root are not searched.
const LONGEST: Value = 10_000;

impl ChessLike for Chess {
    const MATES: Value = MATE - LONGEST;

    /// Number of history counters: one for each colour, kind and target square.
    const HISTORY_SIZE: usize = 2 * 6 * 64;

    /// Returns equal keys for positions with the same moves: an en passant square counts only if a pawn can capture
    /// there.
    #[inline]
    fn key(&self) -> u64 {
        self.board.state.key
    }

    #[inline]
    fn has_moved(&self) -> bool {
        self.stack[self.root..].last().is_some_and(|undo| undo.m.is_some())
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.board.checkers() != 0
    }

    /// Lists captures, including en passant, and promotions to a queen; captures that promote to another piece are
    /// omitted.
    #[inline]
    fn captures(&mut self, moves: &mut Vec<PackedMove>) {
        self.board.captures(moves);
    }

    #[inline]
    fn quiets(&mut self, moves: &mut Vec<PackedMove>) {
        self.board.quiets(moves);
    }

    #[inline]
    fn is_legal(&self, m: PackedMove) -> bool {
        self.board.allows(m)
    }

    #[inline]
    fn mvv_lva(&self, m: PackedMove) -> i32 {
        let queen = match m.special() {
            Special::Promotion(Kind::Queen) => 1 + Kind::Queen as i32,
            Special::Promotion(_) => return 0,
            _ => 0,
        };
        let victim = match m.special() {
            Special::EnPassant => Some(Kind::Pawn),
            _ => self.board.squares[m.target()],
        };
        let victim = victim.map_or(0, |victim| 1 + victim as i32);
        let attacker = self.board.squares[m.origin()].map_or(0, |kind| kind as i32);
        match victim + queen {
            0 => 0,
            gain => 8 * gain - attacker,
        }
    }

    #[inline]
    fn history_index(&self, m: PackedMove) -> usize {
        let kind = self.board.squares[m.origin()].map_or(0, |kind| kind as usize);
        (self.turn() as usize * 6 + kind) * 64 + m.target()
    }

    #[inline]
    fn origin(&self, m: PackedMove) -> usize {
        m.origin()
    }

    #[inline]
    fn target(&self, m: PackedMove) -> usize {
        m.target()
    }

    #[inline]
    fn material(&self) -> Value {
        self.for_turn(self.board.state.score.material())
    }

    #[inline]
    fn pieces(&self) -> [u32; 2] {
        let pawns_and_kings = self.board.kind(Kind::Pawn) | self.board.kind(Kind::King);
        [self.board.side(self.turn()), self.board.enemy()].map(|side| (side & !pawns_and_kings).count_ones())
    }
}
