//! Alpha-beta with memory.

use std::collections::HashMap;

use crate::figures::quiescence;
use crate::game::{ChessLike, INFINITY, Value};
use crate::trace::{Reason, because, call};

/// Bounds on the value of a position with a number of plies left.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    lower: Value,
    upper: Value,
}

/// Alpha-beta with a memory: it stores bounds for each position and number of plies left. They are valid for one depth
/// of the root, because mates are counted from the root.
#[derive(Clone, Debug)]
pub struct Memory {
    bounds: HashMap<(u64, i32), Bounds>,
    /// True if bounds are remembered; otherwise, this is plain alpha-beta.
    pub remembers: bool,
}

impl Memory {
    /// Returns the value of the position, searched to a depth, if it lies between the bounds; otherwise, a bound on it
    /// (fail-soft).
    pub fn search(&mut self, game: &mut impl ChessLike, alpha: Value, beta: Value, depth: i32) -> Value {
        call(game, alpha, beta, depth, |game| self.node(game, alpha, beta, depth))
    }

    fn node(&mut self, game: &mut impl ChessLike, mut alpha: Value, mut beta: Value, depth: i32) -> Value {
        // Computing a key may be expensive, so none is requested without a memory.
        let key = if self.remembers {
            (game.key(), depth)
        } else {
            (0, depth)
        };
        let mut known = Bounds { lower: -INFINITY, upper: INFINITY };
        if let Some(&bounds) = self.bounds.get(&key) {
            known = bounds;
            if known.lower >= beta || known.upper <= alpha || known.lower == known.upper {
                because(game, Reason::Table);
                return if known.lower >= beta { known.lower } else { known.upper };
            }
            alpha = alpha.max(known.lower);
            beta = beta.min(known.upper);
        }
        let over = game.terminal();
        let value = match over {
            Some(value) => {
                because(game, Reason::GameOver);
                value
            }
            None => self.value(game, alpha, beta, depth),
        };
        if self.remembers {
            // A value that fails low is an upper bound, one that fails high a lower bound.
            if over.is_some() || value < beta {
                known.upper = value;
            }
            if over.is_some() || value > alpha {
                known.lower = value;
            }
            self.bounds.insert(key, known);
        }
        value
    }

    /// Searches a position in which the game is not over and whose value no stored bound determines.
    fn value(&mut self, game: &mut impl ChessLike, mut alpha: Value, beta: Value, depth: i32) -> Value {
        if depth <= 0 {
            return quiescence(game, alpha, beta);
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if moves.is_empty() {
            because(game, Reason::NoMoves);
            return game.without_moves();
        }
        let mut best = -INFINITY;
        for m in moves {
            game.make(m);
            let value = -self.search(game, -beta, -alpha, depth - 1);
            game.unmake();
            best = best.max(value);
            alpha = alpha.max(value);
            if best >= beta {
                break;
            }
        }
        best
    }
}

impl Default for Memory {
    /// Returns a search with an empty memory.
    fn default() -> Self {
        Self { bounds: HashMap::new(), remembers: true }
    }
}
