//! Evaluations of a leaf: its static value, and how much it may change.

use super::Bounds;
use crate::Game;
use crate::game::Value;

/// The bounds sequences of a leaf.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The values that conspirators can reach for the side to play, from its point of view.
    pub own: Bounds,
    /// The values that conspirators can reach for the opponent, from the opponent's point of view. The first is the
    /// negated first value of `own`.
    pub other: Bounds,
}

impl Evaluation {
    /// Returns the evaluation of a leaf of which only the value is known: a single conspirator can change it to any
    /// value.
    pub fn singleton(value: Value) -> Self {
        Self { own: Bounds::leaf(value), other: Bounds::leaf(value.saturating_neg()) }
    }

    /// Returns the evaluation of a finished game, whose value cannot change.
    pub const fn finished(value: Value) -> Self {
        Self {
            own: Bounds::finished(value),
            other: Bounds::finished(value.saturating_neg()),
        }
    }
}

/// Evaluates positions in which the game is not over.
pub trait Evaluator<G: Game> {
    /// Evaluates the position without expanding it.
    fn evaluation(&mut self, game: &mut G) -> Evaluation;
}

/// Evaluates a leaf by the game's own evaluation, which a single conspirator can change to any value.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl<G: Game> Evaluator<G> for Plain {
    fn evaluation(&mut self, game: &mut G) -> Evaluation {
        Evaluation::singleton(game.evaluate())
    }
}

/// The game's own evaluation, assumed to be correct to within a margin: the first way of lengthening the sequences in
/// section 10.
///
/// The side to play is more likely to gain than to lose by an expansion, so the opponent's values are bounded more
/// tightly.
#[derive(Clone, Copy, Debug)]
pub struct Margin(
    /// The change of a leaf's value that is considered unlikely; 0 or more.
    pub Value,
);

impl<G: Game> Evaluator<G> for Margin {
    fn evaluation(&mut self, game: &mut G) -> Evaluation {
        let value = game.evaluate();
        Evaluation {
            own: Bounds::stepwise([value, value + self.0]),
            other: Bounds::stepwise([-value, -value, -value + self.0]),
        }
    }
}
