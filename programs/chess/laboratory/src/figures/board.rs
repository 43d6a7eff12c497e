//! What the figures of null-move pruning call and do not print.

use super::pvs;
use crate::game::{ChessLike, Game, Value, hand_on_position};
use crate::trace::{Note, Reason, because, call};

/// A game with the functions that the figures call.
#[derive(Clone, Debug)]
pub struct Board<G> {
    game: G,
    /// Whether each of the moves from the root to the position is a null move.
    nulls: Vec<bool>,
}

impl<G: ChessLike> Board<G> {
    /// A board on which no move has been made.
    pub fn new(game: G) -> Self {
        Self {
            game,
            nulls: Vec::new(),
        }
    }

    /// The game itself.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The game itself, of which the figures have no more need.
    pub fn into_game(self) -> G {
        self.game
    }

    /// A number that positions with the same moves share, and others almost never.
    pub fn key(&self) -> u64 {
        self.game.key()
    }

    /// `incheck()`: whether the side to play must answer a threat to its king.
    pub fn in_check(&self) -> bool {
        self.game.in_check()
    }

    /// Whether a move of the position is a capture, or a promotion that wins material.
    pub fn is_capture(&self, m: G::Move) -> bool {
        self.game.mvv_lva(m) > 0
    }

    /// `null_ok()`: a null move is not tried behind another, at the root, for a side with king and pawns alone, nor
    /// where only a mate would reach `beta`.
    pub fn null_ok(&self, beta: Value) -> bool {
        self.nulls.last() == Some(&false) && beta < G::MATES && self.game.pieces()[0] > 0
    }

    /// `quiescence()`: captures alone. A leaf in check is searched one ply deeper, as section 4 of the paper says.
    pub fn quiescence(&mut self, alpha: Value, beta: Value) -> Value {
        because(self, Reason::Horizon);
        if self.in_check() {
            return pvs::moves(self, alpha, beta, |game, alpha, beta| {
                call(game, alpha, beta, 0, |game| match game.terminal() {
                    Some(value) => value,
                    None => game.quiescence(alpha, beta),
                })
            });
        }
        self.captures(alpha, beta)
    }

    /// The side to play may always stop capturing.
    fn captures(&mut self, mut alpha: Value, beta: Value) -> Value {
        let mut best = self.evaluate();
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let mut moves = Vec::new();
        self.game.captures(&mut moves);
        for m in moves {
            self.make(m);
            let value = -call(self, -beta, -alpha, 0, |game| game.captures(-beta, -alpha));
            self.unmake();
            best = best.max(value);
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        best
    }
}

impl<G: Game> Game for Board<G> {
    type Move = G::Move;

    fn moves(&mut self, moves: &mut Vec<G::Move>) {
        self.game.moves(moves);
    }

    fn make(&mut self, m: G::Move) {
        self.nulls.push(false);
        self.game.make(m);
    }

    fn unmake(&mut self) {
        self.game.unmake();
        self.nulls.pop();
    }

    fn make_null(&mut self) {
        self.nulls.push(true);
        self.game.make_null();
    }

    fn unmake_null(&mut self) {
        self.game.unmake_null();
        self.nulls.pop();
    }

    hand_on_position!();

    fn note(&mut self, note: Note) {
        self.game.note(note);
    }
}
