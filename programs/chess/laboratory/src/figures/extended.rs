//! Extended null-move reductions, the successor of verified null-move pruning: *Extended Null-Move Reductions* (David
//! and Netanyahu 2008).

use super::functions::{leaf, null_ok, quiescence, search_moves};
use crate::game::{ChessLike, Value};
use crate::trace::call;

/// The depth reduction of the null move with more than [`HIGH`] plies left.
pub const MAX_R: i32 = 4;
/// The depth reduction of the null move with [`HIGH`] or fewer plies left.
pub const MIN_R: i32 = 3;
/// The number of plies above which [`MAX_R`] is used.
pub const HIGH: i32 = 6;
/// The number of plies by which a node's depth is reduced when its null move fails high.
pub const DR: i32 = 4;

/// Returns the value of the position, or a bound on it, as `search(alpha, beta, depth)` does in the paper. At the root,
/// `depth` is the full depth.
pub fn search<G: ChessLike>(game: &mut G, alpha: Value, beta: Value, mut depth: i32) -> Value {
    call(game, alpha, beta, depth, |game| {
        if let Some(value) = leaf(game, alpha, beta, depth) {
            return value;
        }
        if !game.in_check() && null_ok(game, beta) && game.make_null() {
            let r = if depth > HIGH { MAX_R } else { MIN_R };
            let value = -search(game, -beta, -beta + 1, depth - r - 1);
            game.unmake_null();
            if value >= beta {
                // Neither a cut-off nor a second search: the value of the reduced search is final.
                depth -= DR;
                if depth <= 0 {
                    return quiescence(game, alpha, beta);
                }
            }
        }
        search_moves(game, alpha, beta, |game, alpha, beta| {
            search(game, alpha, beta, depth - 1)
        })
    })
}
