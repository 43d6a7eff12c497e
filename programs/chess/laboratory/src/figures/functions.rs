//! The functions that the figures of null-move pruning call but do not show. The figures continue with NegaScout or
//! PVS, which are equivalent here.

use crate::game::{ChessLike, Game, INFINITY, Value};
use crate::quiescence::Evaluate;
use crate::trace::{Reason, because, call};

/// The figures' `null_ok()`: a null move is not tried after another one, at the root, for a side with only king and
/// pawns, or if only a mate would reach `beta`.
pub(crate) fn null_ok<G: ChessLike>(game: &G, beta: Value) -> bool {
    game.has_moved() && beta < G::MATES && game.pieces()[0] > 0
}

/// Returns true if a move of the position is a capture, or a promotion that wins material.
pub(crate) fn is_capture<G: ChessLike>(game: &G, m: G::Move) -> bool {
    game.mvv_lva(m) > 0
}

/// Returns the value of a position in which the game is over or no plies are left. There the figures call `evaluate()`,
/// with the remark that in practice quiescence() is called.
pub(super) fn leaf<G: ChessLike>(game: &mut G, alpha: Value, beta: Value, depth: i32) -> Option<Value> {
    if let Some(value) = game.terminal() {
        because(game, Reason::GameOver);
        return Some(value);
    }
    (depth <= 0).then(|| quiescence(game, alpha, beta))
}

/// The figures' `quiescence()`: searches only captures. A leaf in check is searched one ply deeper, as in section 4 of
/// *Verified Null-Move Pruning*.
///
/// # Example
/// ```
/// use bcp_chess::Position;
/// use bcp_laboratory::chess::{Chess, Evaluation};
/// use bcp_laboratory::figures::quiescence;
/// use bcp_laboratory::game::INFINITY;
///
/// // A pawn for a queen, and then a pawn ahead.
/// let position = Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - -")?;
/// let mut chess = Chess::from(&position).with_evaluation(Evaluation::Material);
/// assert_eq!(quiescence(&mut chess, -INFINITY, INFINITY), 100);
/// # Ok::<(), bcp_chess::FenError>(())
/// ```
pub fn quiescence<G: ChessLike>(game: &mut G, alpha: Value, beta: Value) -> Value {
    because(game, Reason::Horizon);
    if game.in_check() {
        return search_moves(game, alpha, beta, |game, alpha, beta| {
            call(game, alpha, beta, 0, |game| match game.terminal() {
                Some(value) => value,
                None => quiescence(game, alpha, beta),
            })
        });
    }
    captures(game, alpha, beta)
}

/// Searches only captures; the side to play may always stop capturing.
fn captures<G: ChessLike>(game: &mut G, mut alpha: Value, beta: Value) -> Value {
    let mut best = game.evaluate();
    if best >= beta {
        return best;
    }
    alpha = alpha.max(best);
    let mut moves = Vec::new();
    game.captures(&mut moves);
    for m in moves {
        game.make(m);
        let value = -call(game, -beta, -alpha, 0, |game| captures(game, -beta, -alpha));
        game.unmake();
        best = best.max(value);
        alpha = alpha.max(value);
        if value >= beta {
            break;
        }
    }
    best
}

/// Returns the value of the null move in quiescence, by `evaluate()`; `None` in a position without a null move.
pub(super) fn doing_nothing<G: Game>(
    game: &mut G,
    evaluate: &mut impl Evaluate<G>,
    lower: Value,
    upper: Value,
) -> Option<Value> {
    game.make_null().then(|| {
        let value = -call(game, -upper, -lower, 0, |game| {
            because(game, Reason::Horizon);
            evaluate.value(game, -upper, -lower)
        });
        game.unmake_null();
        value
    })
}

/// The regular search of the moves: the first with the whole window, the others with a null window that tests whether
/// they are better, and again with the whole window if they are.
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
