//! The simplest version of null-move quiescence: Fig. 3 of *A Generalised Quiescence Search Algorithm* (Beal 1990).

use super::functions::doing_nothing;
use crate::game::{Game, INFINITY, Value};
use crate::quiescence::Evaluate;
use crate::trace::{Reason, because, call};

/// The figure's `QUIESCE(lower, upper)`. The function that it calls, `evaluate`, is a parameter and may itself be a
/// search.
///
/// As in the figure, a move is searched with a window that begins at `bestv`, even if that is below `lower`, and a side
/// without moves gets the value of doing nothing. The only additions are the end of the game, and positions without a
/// null move (such as a check in some games), where only the moves count.
pub fn quiesce<G: Game>(game: &mut G, evaluate: &mut impl Evaluate<G>, lower: Value, upper: Value) -> Value {
    call(game, lower, upper, 0, |game| {
        if let Some(value) = game.terminal() {
            because(game, Reason::GameOver);
            return value;
        }
        let mut bestv = doing_nothing(game, evaluate, lower, upper).unwrap_or(-INFINITY);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if moves.is_empty() && bestv == -INFINITY {
            because(game, Reason::NoMoves);
            return game.without_moves();
        }
        for m in moves {
            if bestv >= upper {
                return bestv;
            }
            game.make(m);
            let v = -quiesce(game, evaluate, -upper, -bestv);
            game.unmake();
            if v > bestv {
                bestv = v;
            }
        }
        bestv
    })
}
