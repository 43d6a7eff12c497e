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

/// Alpha-beta that remembers its findings: bounds for each position and number of plies left, and the best move of each
/// position.
#[derive(Clone, Debug)]
pub struct Memory<M> {
    bounds: HashMap<(u64, i32), Bounds>,
    best: HashMap<u64, M>,
    /// True if bounds are remembered; otherwise, this is plain alpha-beta.
    pub remembers: bool,
    /// True if moves after the first are searched with a null window first, as in principal variation search.
    pub scouts: bool,
    /// True if the best move of the last visit is tried first.
    pub best_first: bool,
}

impl<M: Copy + Eq> Memory<M> {
    /// Forgets the bounds, which do not hold in a search of the root to another depth, because mates are counted from
    /// the root. Best moves are kept.
    pub fn next_depth(&mut self) {
        self.bounds.clear();
    }

    /// The number of pairs of a position and a depth whose bounds are remembered.
    pub fn remembered(&self) -> usize {
        self.bounds.len()
    }

    /// Returns the value of the position, searched to a depth, if it lies between the bounds; otherwise, a bound on it
    /// (fail-soft).
    pub fn search<G: ChessLike<Move = M>>(&mut self, game: &mut G, alpha: Value, beta: Value, depth: i32) -> Value {
        call(game, alpha, beta, depth, |game| self.node(game, alpha, beta, depth))
    }

    fn node<G: ChessLike<Move = M>>(&mut self, game: &mut G, mut alpha: Value, mut beta: Value, depth: i32) -> Value {
        // Without a memory no key is requested, which may be expensive.
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

    /// The same where the game is not over and no remembered bound settles it.
    fn value<G: ChessLike<Move = M>>(&mut self, game: &mut G, mut alpha: Value, beta: Value, depth: i32) -> Value {
        if depth <= 0 {
            return quiescence(game, alpha, beta);
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if moves.is_empty() {
            because(game, Reason::NoMoves);
            return game.without_moves();
        }
        let key = if self.best_first { game.key() } else { 0 };
        let remembered = self.best.get(&key).filter(|_| self.best_first);
        if let Some(at) = remembered.and_then(|best| moves.iter().position(|m| m == best)) {
            moves[..=at].rotate_right(1);
        }
        let mut best = -INFINITY;
        for m in moves {
            game.make(m);
            let value = if self.scouts && best > -INFINITY {
                self.scout(game, alpha, beta, depth - 1)
            } else {
                -self.search(game, -beta, -alpha, depth - 1)
            };
            game.unmake();
            if self.best_first && value > best && value > alpha {
                self.best.insert(key, m);
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if best >= beta {
                break;
            }
        }
        best
    }

    /// Asks if a move is better than alpha, and if it is, by how much.
    fn scout<G: ChessLike<Move = M>>(&mut self, game: &mut G, alpha: Value, beta: Value, depth: i32) -> Value {
        let value = -self.search(game, -alpha - 1, -alpha, depth);
        if value > alpha && value < beta {
            -self.search(game, -beta, -alpha, depth)
        } else {
            value
        }
    }
}

impl<M> Default for Memory<M> {
    /// A search that knows nothing yet, and tries moves in the game's order.
    fn default() -> Self {
        Self {
            bounds: HashMap::new(),
            best: HashMap::new(),
            remembers: true,
            scouts: false,
            best_first: false,
        }
    }
}
