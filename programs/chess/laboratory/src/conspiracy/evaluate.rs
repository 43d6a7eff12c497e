//! Evaluations of a leaf: its static value, and how much it may change.

use super::Bounds;
use crate::Game;
use crate::game::Value;

/// The bounds sequences of a leaf.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The values that conspirators can reach for the side to play, as it sees them.
    pub own: Bounds,
    /// The values that they can reach for the opponent, as he sees them; the first is the same with its sign changed.
    pub other: Bounds,
}

impl Evaluation {
    /// A value about which nothing else is known.
    pub fn singleton(value: Value) -> Self {
        Self { own: Bounds::leaf(value), other: Bounds::leaf(-value) }
    }

    /// The value of a finished game.
    pub const fn finished(value: Value) -> Self {
        Self { own: Bounds::finished(value), other: Bounds::finished(-value) }
    }
}

/// Evaluates positions in which the game goes on.
pub trait Evaluator<G: Game> {
    /// Judges the position without expanding it.
    fn evaluation(&mut self, game: &mut G) -> Evaluation;
}

/// The game's own evaluation, which a single conspirator can change into anything.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl<G: Game> Evaluator<G> for Plain {
    fn evaluation(&mut self, game: &mut G) -> Evaluation {
        Evaluation::singleton(game.evaluate())
    }
}

/// The game's own evaluation, taken to be right within a margin: the first way to make the sequences longer in section
/// 10.
///
/// The side to play is more likely to gain than to lose by an expansion, so what the opponent can reach is bounded more
/// tightly.
#[derive(Clone, Copy, Debug)]
pub struct Margin(
    /// The change of a leaf's value that is no longer likely; 0 or more.
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
