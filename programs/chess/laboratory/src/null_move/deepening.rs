//! Iterations, each one ply deeper, and the moves of the root.

use super::rights::Rights;
use super::searcher::Searcher;
use super::table::Depth;
use crate::counted::Statistics;
use crate::game::{ChessLike, INFINITY, Value};
use crate::values::MAX_DEPTH;

/// The result of an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Iteration<M> {
    /// The depth of the iteration in plies, from 1.
    pub depth: u8,
    /// The value of the position for the side to play.
    pub value: Value,
    /// The best move.
    pub best: M,
    /// The counts of the search up to the end of this iteration.
    pub statistics: Statistics,
}

impl<G: ChessLike> Searcher<'_, G> {
    /// Searches to a depth from 1 to [`MAX_DEPTH`], and returns all completed iterations: fewer if the search was
    /// [interrupted](crate::Counted::interrupted), and none if the position has no moves.
    pub fn deepen(&mut self, depth: u8) -> Vec<Iteration<G::Move>> {
        let mut iterations = Vec::new();
        self.deepen_while(depth, |iteration| {
            iterations.push(*iteration);
            true
        });
        iterations
    }

    /// Searches as [`Searcher::deepen`] does, but continues only while `more` returns true for the last iteration.
    pub fn deepen_while(&mut self, depth: u8, mut more: impl FnMut(&Iteration<G::Move>) -> bool) {
        let mut moves = self.root_moves();
        if moves.is_empty() {
            return;
        }
        let mut last = 0;
        for full in 1..=depth.min(MAX_DEPTH) {
            let mut value = 0;
            let guess = last;
            for layer in 0..=self.settings.layer {
                self.depth = Depth { full, layer };
                value = self.value(&mut moves, guess);
                if self.game.interrupted {
                    return;
                }
            }
            last = value;
            let iteration = Iteration { depth: full, value, best: moves[0], statistics: self.game.statistics };
            if !more(&iteration) {
                return;
            }
        }
    }

    /// Returns the moves of the root in the order in which the first iteration tries them.
    fn root_moves(&mut self) -> Vec<G::Move> {
        let mut list = Vec::new();
        let mut moves = self.stock.all(None);
        while let Some(m) = moves.next(&mut self.stock, &mut self.game, &self.history) {
            list.push(m);
        }
        self.stock.forget(&moves);
        list
    }

    /// Returns the value of the position, searched with the whole window or, from a guess, by MTD(f).
    fn value(&mut self, moves: &mut [G::Move], guess: Value) -> Value {
        if !self.settings.mtd {
            return self.root(moves, -INFINITY, INFINITY);
        }
        let (mut value, mut lower, mut upper) = (guess, -INFINITY, INFINITY);
        while lower < upper && !self.game.interrupted {
            let beta = if value == lower { value + 1 } else { value };
            value = self.root(moves, beta - 1, beta);
            if value < beta {
                upper = value;
            } else {
                lower = value;
            }
        }
        value
    }

    /// Returns the value of a position with a legal move, if it lies between the bounds. The best move is moved to the
    /// front of the list. There is no null move at the root: a move is needed.
    fn root(&mut self, moves: &mut [G::Move], mut alpha: Value, beta: Value) -> Value {
        let rights = Rights::root(self.settings);
        let depth = i32::from(self.depth.full);
        self.count_alternatives();
        let mut best = -INFINITY;
        for index in 0..moves.len() {
            self.make(moves[index]);
            let value = if index == 0 {
                -self.search(-beta, -alpha, depth - 1, rights)
            } else {
                let value = -self.search(-alpha - 1, -alpha, depth - 1, rights);
                if value > alpha && value < beta {
                    -self.search(-beta, -alpha, depth - 1, rights)
                } else {
                    value
                }
            };
            self.unmake();
            if self.game.interrupted {
                break;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                moves[..=index].rotate_right(1);
            }
            if best >= beta {
                break;
            }
        }
        best
    }
}
