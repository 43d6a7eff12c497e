//! Minimax, which searches every move of every position: the baseline for the savings of the other searches.

use super::functions::leaf;
use crate::game::{ChessLike, INFINITY, Value};
use crate::trace::{Reason, because, call};

/// Returns the value of the position, searched to a depth.
pub fn search<G: ChessLike>(game: &mut G, depth: i32) -> Value {
    call(game, -INFINITY, INFINITY, depth, |game| {
        if let Some(value) = leaf(game, -INFINITY, INFINITY, depth) {
            return value;
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if moves.is_empty() {
            because(game, Reason::NoMoves);
            return game.without_moves();
        }
        let mut best = -INFINITY;
        for m in moves {
            game.make(m);
            best = best.max(-search(game, depth - 1));
            game.unmake();
        }
        best
    })
}
