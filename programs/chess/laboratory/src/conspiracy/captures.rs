//! A search of captures instead of a static value, and the threats that it reveals: section 10 of the paper.

use std::cmp::Reverse;

use bcp_chess::arrange;

use super::{Bounds, Evaluation, Evaluator};
use crate::game::{ChessLike, INFINITY, Value};

/// Evaluates a leaf by a capture search, whose value a single conspirator can change to any value.
#[derive(Clone, Copy, Debug)]
pub struct Captures;

impl<G: ChessLike> Evaluator<G> for Captures {
    fn evaluation(&mut self, game: &mut G) -> Evaluation {
        Evaluation::singleton(captures(game, -INFINITY, INFINITY))
    }
}

/// Evaluates a leaf by two capture searches, the second one after a null move: one conspirator can lower the first value
/// only to the second, but two can lower it to any value.
///
/// In check, where the side to play cannot pass, only the first value is used.
#[derive(Clone, Copy, Debug)]
pub struct Threat;

impl<G: ChessLike> Evaluator<G> for Threat {
    fn evaluation(&mut self, game: &mut G) -> Evaluation {
        let value = captures(game, -INFINITY, INFINITY);
        if game.in_check() || !game.make_null() {
            return Evaluation::singleton(value);
        }
        let threat = captures(game, -INFINITY, INFINITY);
        game.unmake_null();
        Evaluation {
            own: Bounds::leaf(value),
            // If the null move gains something, there is no threat.
            other: Bounds::stepwise([-value, threat.max(-value)]),
        }
    }
}

/// Performs an alpha-beta search of captures only; the side to play may always stop capturing.
fn captures<G: ChessLike>(game: &mut G, alpha: Value, beta: Value) -> Value {
    let mut best = game.evaluate();
    if best >= beta {
        return best;
    }
    let mut moves = Vec::new();
    game.captures(&mut moves);
    arrange(&mut moves, |&m| Reverse(game.mvv_lva(m)));
    for m in moves {
        game.make(m);
        let value = -captures(game, -beta, -alpha.max(best));
        game.unmake();
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    best
}
