//! Principal variation search, which is NegaScout here.

use super::functions::quiescence;
use super::moves::search_moves;
use crate::game::{ChessLike, Value};
use crate::trace::{Reason, because, call};

/// The value of the position to a depth if it lies between the bounds; otherwise a bound of it on the same side of
/// them.
pub fn search<G: ChessLike>(game: &mut G, alpha: Value, beta: Value, depth: i32) -> Value {
    call(game, alpha, beta, depth, |game| {
        if let Some(value) = game.terminal() {
            because(game, Reason::GameOver);
            return value;
        }
        if depth <= 0 {
            return quiescence(game, alpha, beta);
        }
        search_moves(game, alpha, beta, |game, alpha, beta| {
            search(game, alpha, beta, depth - 1)
        })
    })
}
