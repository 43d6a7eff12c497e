//! Verified null-move pruning: Figure 3 of *Verified Null-Move Pruning* (David and Netanyahu 2002).

use super::functions::{leaf, null_ok, search_moves};
use crate::game::{ChessLike, Value};
use crate::trace::{Reason, because, call};

/// The depth reduction factor: the number of plies by which a null-move search is reduced.
pub const R: i32 = 3;

/// Returns the value of the position, or a bound on it, as `search(alpha, beta, depth, verify)` does in the figure. At
/// the root, `depth` is the full depth and `verify` is true.
pub fn search<G: ChessLike>(game: &mut G, alpha: Value, beta: Value, mut depth: i32, mut verify: bool) -> Value {
    call(game, alpha, beta, depth, |game| {
        if let Some(value) = leaf(game, alpha, beta, depth) {
            return value;
        }
        let mut fail_high = false;
        // If verify is true and depth is 1, the null-move search is not conducted: verification would not be possible.
        if !game.in_check() && null_ok(game, beta) && (!verify || depth > 1) && game.make_null() {
            // A minimal window around beta.
            let value = -search(game, -beta, -beta + 1, depth - R - 1, verify);
            game.unmake_null();
            if value >= beta {
                if !verify {
                    // Cut-off in a sub-tree with a fail-high report.
                    because(game, Reason::NullMove);
                    return value;
                }
                // Reduce the depth by one ply, turn verification off for the sub-tree, and remember the fail-high, to
                // detect zugzwangs later.
                depth -= 1;
                verify = false;
                fail_high = true;
            }
        }
        // re_search: if a zugzwang is detected, return here.
        loop {
            // Do the regular NegaScout/PVS search, with the current value of verify.
            let best = search_moves(game, alpha, beta, |game, alpha, beta| {
                search(game, alpha, beta, depth - 1, verify)
            });
            // If there is a fail-high report, but no cut-off was found, the position is a zugzwang and has to be
            // searched again with the original depth.
            if !(fail_high && best < beta) {
                return best;
            }
            depth += 1;
            fail_high = false;
            verify = true;
        }
    })
}
