//! Late move reductions in principal variation search, as Tord Romstad described them for Fruit and Glaurung (2005).

use super::functions::{is_capture, leaf};
use crate::game::{ChessLike, INFINITY, Value};
use crate::trace::{Reason, because, call};

/// The number of moves of a node that are always searched to full depth.
pub const FULL_DEPTH_MOVES: usize = 4;
/// The minimum number of plies left at which late moves are reduced.
pub const REDUCTION_LIMIT: i32 = 3;

/// Returns the value of the position, or a bound on it, as `search(alpha, beta, depth)` does in the description. At the
/// root, `depth` is the full depth.
pub fn search<G: ChessLike>(game: &mut G, mut alpha: Value, beta: Value, depth: i32) -> Value {
    call(game, alpha, beta, depth, |game| {
        if let Some(value) = leaf(game, alpha, beta, depth) {
            return value;
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if moves.is_empty() {
            because(game, Reason::NoMoves);
            return game.without_moves();
        }
        let in_check = game.in_check();
        let mut best = -INFINITY;
        for (index, m) in moves.into_iter().enumerate() {
            // ok_to_reduce(): neither a capture nor an answer to a check; a move that gives check is excluded below.
            let quiet = !in_check && !is_capture(game, m);
            game.make(m);
            let mut value;
            if index == 0 {
                value = -search(game, -beta, -alpha, depth - 1);
            } else {
                // Any value above alpha makes the search continue to the full depth.
                value = alpha + 1;
                if index >= FULL_DEPTH_MOVES && depth >= REDUCTION_LIMIT && quiet && !game.in_check() {
                    value = -search(game, -alpha - 1, -alpha, depth - 2);
                }
                if value > alpha {
                    value = -search(game, -alpha - 1, -alpha, depth - 1);
                }
                if value > alpha && value < beta {
                    value = -search(game, -beta, -alpha, depth - 1);
                }
            }
            game.unmake();
            best = best.max(value);
            alpha = alpha.max(value);
            if best >= beta {
                break;
            }
        }
        best
    })
}
