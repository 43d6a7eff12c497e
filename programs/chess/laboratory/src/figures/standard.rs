//! Standard null-move pruning: Figure 1 of *Verified Null-Move Pruning* (David and Netanyahu 2002).

use super::functions::{leaf, null_ok, search_moves};
use crate::game::{ChessLike, Value};
use crate::trace::{Reason, because, call};

/// The depth reduction factor: the number of plies by which a null-move search is reduced.
pub const R: i32 = 2;

/// Returns the value of the position, or a bound on it, as `search(alpha, beta, depth)` does in the figure. At the
/// root, `depth` is the full depth.
pub fn search<G: ChessLike>(game: &mut G, alpha: Value, beta: Value, depth: i32) -> Value {
    call(game, alpha, beta, depth, |game| {
        if let Some(value) = leaf(game, alpha, beta, depth) {
            return value;
        }
        // Conduct a null-move search if it is legal and desired.
        if !game.in_check() && null_ok(game, beta) && game.make_null() {
            // A minimal window around beta.
            let value = -search(game, -beta, -beta + 1, depth - R - 1);
            game.unmake_null();
            if value >= beta {
                // Cut-off in case of a fail-high.
                because(game, Reason::NullMove);
                return value;
            }
        }
        // Continue the regular NegaScout/PVS search.
        search_moves(game, alpha, beta, |game, alpha, beta| {
            search(game, alpha, beta, depth - 1)
        })
    })
}
