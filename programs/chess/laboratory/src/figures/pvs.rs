//! Principal variation search, and NegaScout, which is the same here: what Figures 1 and 3 continue with.

use super::Board;
use crate::game::{ChessLike, Game, INFINITY, Value};
use crate::trace::{Reason, because, call};

/// The value of the position to a depth if it lies between the bounds; otherwise a bound of it on the same side of
/// them.
pub fn search<G: ChessLike>(game: &mut Board<G>, alpha: Value, beta: Value, depth: i32) -> Value {
    call(game, alpha, beta, depth, |game| {
        if let Some(value) = game.terminal() {
            because(game, Reason::GameOver);
            return value;
        }
        if depth <= 0 {
            return game.quiescence(alpha, beta);
        }
        moves(game, alpha, beta, |game, alpha, beta| {
            search(game, alpha, beta, depth - 1)
        })
    })
}

/// The regular search of the moves: the first with the whole window, the others with a window of no width that asks
/// whether they are better at all, and again where they are.
pub fn moves<G: Game>(
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
