//! The search of the moves of a position, with which the figures continue: NegaScout, or PVS, which are the same here.

use crate::game::{Game, INFINITY, Value};
use crate::trace::{Reason, because};

/// The regular search of the moves: the first with the whole window, the others with a window of no width that asks
/// whether they are better at all, and again where they are.
pub(super) fn search_moves<G: Game>(
    game: &mut G,
    mut alpha: Value,
    beta: Value,
    mut search: impl FnMut(&mut G, Value, Value) -> Value,
) -> Value {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    if moves.is_empty() {
        because(game, Reason::NoMoves);
        return game.without_moves();
    }
    let mut best = -INFINITY;
    for m in moves {
        game.make(m);
        let mut value;
        if best == -INFINITY {
            value = -search(game, -beta, -alpha);
        } else {
            value = -search(game, -alpha - 1, -alpha);
            if value > alpha && value < beta {
                value = -search(game, -beta, -alpha);
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
}
