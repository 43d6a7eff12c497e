//! Null-move quiescence with a depth limit: Fig. 5 of *A Generalised Quiescence Search Algorithm* (Beal 1990).

use super::functions::doing_nothing;
use crate::game::{Game, INFINITY, Value};
use crate::quiescence::{Evaluate, Fat};
use crate::trace::{Note, Reason, because};

/// The figure's `QUIESCE-D(lower, upper, d)`. The function that it calls, `evaluate`, is a parameter and may itself be
/// a search.
///
/// As in the figure, the maximum possible value ignores the null move: if every move does harm, the returned range ends
/// below the returned value, and the range of the preceding position may begin above that position's value. The only
/// additions are the end of the game, and positions without a null move, where only the moves count.
/// [`QuiesceD`](crate::quiescence::QuiesceD) counts the null move.
pub fn quiesce_d<G: Game>(game: &mut G, evaluate: &mut impl Evaluate<G>, lower: Value, upper: Value, d: u32) -> Fat {
    game.note(Note::Enter { alpha: lower, beta: upper, depth: d as i32 });
    let fat = body(game, evaluate, lower, upper, d);
    game.note(Note::Range(fat.lower, fat.upper));
    game.note(Note::Leave(fat.value));
    fat
}

/// The body of the figure. LOWER and UPPER are `least` and `greatest`; L and U are those of a move.
fn body<G: Game>(game: &mut G, evaluate: &mut impl Evaluate<G>, lower: Value, upper: Value, d: u32) -> Fat {
    if let Some(value) = game.terminal() {
        because(game, Reason::GameOver);
        return Fat::definite(value);
    }
    if d == 0 {
        because(game, Reason::Horizon);
        return Fat::guess(evaluate.value(game, lower, upper));
    }
    let (mut least, mut greatest) = (-INFINITY, -INFINITY);
    let mut bestv = doing_nothing(game, evaluate, lower, upper).unwrap_or(-INFINITY);
    if bestv > lower {
        least = bestv;
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    if moves.is_empty() && bestv == -INFINITY {
        because(game, Reason::NoMoves);
        return Fat::definite(game.without_moves());
    }
    for m in moves {
        if bestv >= upper {
            return range(least, bestv, INFINITY);
        }
        game.make(m);
        let v = -quiesce_d(game, evaluate, -upper, -bestv, d - 1);
        game.unmake();
        if v.lower > least {
            least = v.lower;
        }
        if v.value > bestv {
            bestv = v.value;
        }
        if v.upper > greatest {
            greatest = v.upper;
        }
    }
    range(least, bestv, greatest)
}

/// Returns the value of QUIESCE-D with its range.
const fn range(lower: Value, value: Value, upper: Value) -> Fat {
    Fat { lower, value, upper }
}
