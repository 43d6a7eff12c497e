//! Evaluations, which may themselves be searches; and QUIESCE, the simplest null-move quiescence search (Fig. 3).

use crate::game::{Game, INFINITY, Value};

/// Anything that gives a position a value for the side to play.
pub trait Evaluate<G: Game> {
    /// Returns the value of the position, which is left unchanged.
    ///
    /// Only values between the bounds matter. If the value is at most `lower`, any number between it and `lower` may be
    /// returned; if it is at least `upper`, any number between `upper` and it.
    fn value(&mut self, game: &mut G, lower: Value, upper: Value) -> Value;
}

/// The game's own evaluation, without any search: order 0.
#[derive(Clone, Copy, Default, Debug)]
pub struct Static;

impl<G: Game> Evaluate<G> for Static {
    fn value(&mut self, game: &mut G, _lower: Value, _upper: Value) -> Value {
        game.evaluate()
    }
}

impl<G: Game, E: Evaluate<G> + ?Sized> Evaluate<G> for Box<E> {
    fn value(&mut self, game: &mut G, lower: Value, upper: Value) -> Value {
        (**self).value(game, lower, upper)
    }
}

/// Null-move quiescence with an evaluation. It is itself an evaluation, of the next higher order.
///
/// The side to play never gets less than the value of its null move, even if it has no moves: for the other side, a
/// stalemate is no better than having the move. Otherwise the value would depend on the bounds, which can end the
/// search before any move is listed. Where there is no null move, only the moves count.
///
/// Depth is not limited: the search ends where null-move values meet. With an evaluation that every move changes, this
/// may never happen, so give the game a node limit.
#[derive(Clone, Copy, Default, Debug)]
pub struct Quiesce<E>(pub E);

impl<G: Game, E: Evaluate<G>> Evaluate<G> for Quiesce<E> {
    fn value(&mut self, game: &mut G, lower: Value, upper: Value) -> Value {
        if let Some(end) = game.terminal() {
            return end;
        }
        let mut best = -INFINITY;
        if game.make_null() {
            best = -self.0.value(game, -upper, -lower);
            game.unmake_null();
        }
        if best >= upper {
            return best;
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if moves.is_empty() {
            best = best.max(game.without_moves());
        }
        for m in moves {
            game.make(m);
            // The figure passes on only `best`, which gives a wider window while `best` is below `lower`.
            let value = -self.value(game, -upper, -best.max(lower));
            game.unmake();
            best = best.max(value);
            if best >= upper {
                break;
            }
        }
        best
    }
}

/// Returns an evaluation to which [`Quiesce`] is applied a number of times.
pub fn order<'e, G: Game + 'e>(evaluation: impl Evaluate<G> + 'e, times: u32) -> Box<dyn Evaluate<G> + 'e> {
    let mut evaluation: Box<dyn Evaluate<G> + 'e> = Box::new(evaluation);
    for _ in 0..times {
        evaluation = Box::new(Quiesce(evaluation));
    }
    evaluation
}
