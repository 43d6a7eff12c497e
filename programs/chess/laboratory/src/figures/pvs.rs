//! Principal variation search, which is equivalent to NegaScout here.

use super::functions::{leaf, search_moves};
use crate::game::{ChessLike, Value};
use crate::trace::call;

/// Returns the value of the position, searched to a depth, if it lies between the bounds; otherwise, a bound on it
/// (fail-soft).
pub fn search<G: ChessLike>(game: &mut G, alpha: Value, beta: Value, depth: i32) -> Value {
    call(game, alpha, beta, depth, |game| {
        if let Some(value) = leaf(game, alpha, beta, depth) {
            return value;
        }
        search_moves(game, alpha, beta, |game, alpha, beta| {
            search(game, alpha, beta, depth - 1)
        })
    })
}
