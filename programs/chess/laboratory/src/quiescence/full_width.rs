//! Full-width alpha-beta search to a fixed depth, with an evaluation that may be a quiescence search: the search of
//! CHESS 4.5 and BELLE, with which the paper compares.

use super::ordering::Ordering;
use super::quiesce::Evaluate;
use crate::game::{Game, INFINITY, Value};

/// A full-width search with an evaluation and a move ordering.
#[derive(Clone, Copy, Default, Debug)]
pub struct FullWidth<E, O> {
    /// The evaluation at the horizon.
    pub evaluation: E,
    /// The choice of the move to try first.
    pub ordering: O,
}

impl<E, O> FullWidth<E, O> {
    /// Creates a search with an evaluation and a move ordering.
    pub const fn new(evaluation: E, ordering: O) -> Self {
        Self { evaluation, ordering }
    }

    /// Returns the value of the position, with all moves searched to a depth, if it lies between the bounds; otherwise,
    /// a bound on it (fail-soft).
    pub fn search<G>(&mut self, game: &mut G, lower: Value, upper: Value, depth: u32) -> Value
    where
        G: Game,
        E: Evaluate<G>,
        O: Ordering<G>,
    {
        if let Some(end) = game.terminal() {
            return end;
        }
        if depth == 0 {
            return self.evaluation.value(game, lower, upper);
        }
        self.best(game, lower, upper, depth).0
    }

    /// Returns the value of an unfinished position, searched to a depth of 1 or more, and its best move: `None` if no
    /// move is better than `lower`, or if there are no moves.
    pub fn best<G>(&mut self, game: &mut G, lower: Value, upper: Value, depth: u32) -> (Value, Option<G::Move>)
    where
        G: Game,
        E: Evaluate<G>,
        O: Ordering<G>,
    {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if moves.is_empty() {
            return (game.without_moves(), None);
        }
        self.ordering.order(game, &mut moves);
        let (mut best, mut best_move) = (-INFINITY, None);
        for m in moves {
            game.make(m);
            let value = -self.search(game, -upper, -best.max(lower), depth.saturating_sub(1));
            game.unmake();
            if value > best.max(lower) {
                best_move = Some(m);
            }
            best = best.max(value);
            if best >= upper {
                break;
            }
        }
        if let Some(m) = best_move {
            self.ordering.remember(game, m);
        }
        (best, best_move)
    }
}
