//! Evaluations, which may themselves be searches.

use crate::game::{Game, Value};

/// Anything that gives a position a value for the side to play.
pub trait Evaluate<G: Game> {
    /// The value of the position, which is the same again afterwards.
    ///
    /// Only values between the bounds matter. Of a value up to `lower` any value between it and `lower` will do,
    /// and of a value from `upper` on any value between `upper` and it.
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
