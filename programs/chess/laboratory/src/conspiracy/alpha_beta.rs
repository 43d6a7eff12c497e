//! Alpha-beta to a fixed depth: what the paper compares with.

use crate::Game;
use crate::game::{INFINITY, Value};

/// The value of a position to a depth, if it is between the bounds; otherwise a bound for it on the same side of them.
pub fn alpha_beta<G: Game>(game: &mut G, depth: u32, alpha: Value, beta: Value) -> Value {
    if let Some(value) = game.terminal() {
        return value;
    }
    if depth == 0 {
        return game.evaluate();
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    if moves.is_empty() {
        return game.without_moves();
    }
    let mut best = -INFINITY;
    for m in moves {
        game.make(m);
        let value = -alpha_beta(game, depth - 1, -beta, -alpha.max(best));
        game.unmake();
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    best
}
