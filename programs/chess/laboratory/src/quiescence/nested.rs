//! Nested values: QUIESCE-D applied to itself, with three levels of reliability.

use std::fmt;
use std::ops::Neg;

use super::fat::Fat;
use super::limited::QuiesceD;
use super::ordering::Ordering;
use super::quiesce::Evaluate;
use crate::game::{Game, INFINITY, Value};
use crate::trace::{Note, Reason, because, call};

/// A range, a less reliable range within it, and an unreliable value within that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nested {
    /// The range that the null moves of the second order leave possible. Its `value` equals that of `inner`.
    pub outer: Fat,
    /// The range that the null moves of the first order leave possible, if the searches of the first order are trusted.
    pub inner: Fat,
}

impl Nested {
    /// Returns a value of the first order, about which the second order knows nothing.
    const fn guess(inner: Fat) -> Self {
        Self { outer: Fat::guess(inner.value), inner }
    }

    /// Returns a value that no deeper search will change.
    pub const fn definite(value: Value) -> Self {
        Self { outer: Fat::definite(value), inner: Fat::definite(value) }
    }

    /// Returns the value of lowest reliability, which is in both ranges.
    pub const fn value(self) -> Value {
        self.inner.value
    }

    fn or(self, other: Self) -> Self {
        Self { outer: self.outer.or(other.outer), inner: self.inner.or(other.inner) }
    }

    /// Removes the upper bounds, because not all moves were searched.
    const fn open_above(mut self) -> Self {
        self.outer.upper = INFINITY;
        self.inner.upper = INFINITY;
        self
    }
}

impl Neg for Nested {
    type Output = Self;

    fn neg(self) -> Self {
        Self { outer: -self.outer, inner: -self.inner }
    }
}

impl fmt::Display for Nested {
    /// Writes the outer range around the inner one: `[-2 [0,1,1] 3]`; a single value if the outer bounds have met.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.outer.is_definite() {
            return write!(f, "{}", self.outer);
        }
        let [lower, upper] = self.outer.bounds();
        write!(f, "[{lower} {} {upper}]", self.inner)
    }
}

/// A second order of QUIESCE-D, which uses a first order of QUIESCE-D as its evaluation.
#[derive(Clone, Copy, Default, Debug)]
pub struct NestedQuiesceD<E, O, P> {
    /// The first order, which evaluates the null moves and the horizon of the second.
    pub first: QuiesceD<E, O>,
    /// The depth of the first order, in plies.
    pub first_depth: u32,
    /// The choice of the move that the second order tries first.
    pub ordering: P,
}

impl<E, O, P> NestedQuiesceD<E, O, P> {
    /// Returns the value of the position, searched to a depth. Only values between the bounds matter, as in
    /// [`Evaluate::value`].
    pub fn search<G>(&mut self, game: &mut G, lower: Value, upper: Value, depth: u32) -> Nested
    where
        G: Game,
        E: Evaluate<G>,
        O: Ordering<G>,
        P: Ordering<G>,
    {
        game.note(Note::Enter { alpha: lower, beta: upper, depth: depth as i32 });
        let nested = self.body(game, lower, upper, depth);
        game.note(Note::Range(nested.outer.lower, nested.outer.upper));
        game.note(Note::Leave(nested.value()));
        nested
    }

    fn body<G>(&mut self, game: &mut G, lower: Value, upper: Value, depth: u32) -> Nested
    where
        G: Game,
        E: Evaluate<G>,
        O: Ordering<G>,
        P: Ordering<G>,
    {
        if let Some(end) = game.terminal() {
            because(game, Reason::GameOver);
            return Nested::definite(end);
        }
        if depth == 0 {
            because(game, Reason::Horizon);
            return Nested::guess(self.first.search(game, lower, upper, self.first_depth));
        }
        let mut nested = self.null_move(game, lower, upper);
        if nested.value() >= upper {
            because(game, Reason::NullMove);
            return nested.open_above();
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if moves.is_empty() {
            because(game, Reason::NoMoves);
            return nested.or(Nested::definite(game.without_moves()));
        }
        self.ordering.order(game, &mut moves);
        let mut best = None;
        for m in moves {
            if nested.value() >= upper {
                nested = nested.open_above();
                break;
            }
            game.make(m);
            let child = -self.search(game, -upper, -nested.value().max(lower), depth - 1);
            game.unmake();
            if child.value() > nested.value() {
                best = Some(m);
            }
            nested = nested.or(child);
        }
        if let Some(best) = best {
            self.ordering.remember(game, best);
        }
        nested
    }

    /// Returns the value for the side to play if it does nothing.
    ///
    /// As a bound it is one level more reliable than as a value: the unreliable value becomes a bound of the inner
    /// range, the reliable bound one of the outer. If the first order has a definite value, that is Fig. 5.
    fn null_move<G>(&mut self, game: &mut G, lower: Value, upper: Value) -> Nested
    where
        G: Game,
        E: Evaluate<G>,
        O: Ordering<G>,
    {
        if !game.make_null() {
            return Nested::definite(-INFINITY);
        }
        let mut fat = Fat::guess(0);
        call(game, -upper, -lower, 0, |game| {
            because(game, Reason::Horizon);
            fat = -self.first.search(game, -upper, -lower, self.first_depth);
            game.note(Note::Range(-fat.upper, -fat.lower));
            -fat.value
        });
        game.unmake_null();
        let value = fat.value;
        Nested {
            outer: fat,
            inner: Fat {
                lower: if value > lower { value } else { fat.lower },
                value,
                upper: value,
            },
        }
    }
}
