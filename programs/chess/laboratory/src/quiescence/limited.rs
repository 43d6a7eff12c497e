//! QUIESCE-D: null-move quiescence with a depth limit, which also reports a reliable range of values (Fig. 5).

use super::fat::Fat;
use super::ordering::Ordering;
use super::quiesce::Evaluate;
use crate::game::{Game, INFINITY, Value};

/// Depth-limited null-move quiescence with an evaluation and a move ordering.
#[derive(Clone, Copy, Default, Debug)]
pub struct QuiesceD<E, O> {
    /// The evaluation after null moves and at the horizon.
    pub evaluation: E,
    /// The choice of the move to try first.
    pub ordering: O,
}

impl<E, O> QuiesceD<E, O> {
    /// Creates a search with an evaluation and a move ordering.
    pub const fn new(evaluation: E, ordering: O) -> Self {
        Self { evaluation, ordering }
    }

    /// Returns the value of the position, searched to a depth. Only values between the bounds matter, as in
    /// [`Evaluate::value`].
    pub fn search<G>(&mut self, game: &mut G, lower: Value, upper: Value, depth: u32) -> Fat
    where
        G: Game,
        E: Evaluate<G>,
        O: Ordering<G>,
    {
        if let Some(end) = game.terminal() {
            return Fat::definite(end);
        }
        if depth == 0 {
            return Fat::guess(self.evaluation.value(game, lower, upper));
        }
        let mut fat = self.null_move(game, lower, upper);
        if fat.value >= upper {
            fat.upper = INFINITY;
            return fat;
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if moves.is_empty() {
            return fat.or(Fat::definite(game.without_moves()));
        }
        self.ordering.order(game, &mut moves);
        let mut best = None;
        for m in moves {
            if fat.value >= upper {
                fat.upper = INFINITY;
                break;
            }
            game.make(m);
            let child = -self.search(game, -upper, -fat.value.max(lower), depth - 1);
            game.unmake();
            if child.value > fat.value {
                best = Some(m);
            }
            fat = fat.or(child);
        }
        if let Some(best) = best {
            self.ordering.remember(game, best);
        }
        fat
    }

    /// Returns the value for the side to play if it does nothing: a lower bound, or below the window an upper bound of
    /// that value.
    ///
    /// The figure begins with an upper bound of -INF, which excludes the null move when the largest of the moves' upper
    /// bounds is taken. If every move does harm, as in zugzwang, the range would then end below its beginning, and not
    /// contain the value that is returned. Here the null move counts as a move with its own value, so that the value is
    /// always in the range. Wherever a single move is as good as doing nothing, both are the same. Without a null move
    /// the range is empty, below that of every move.
    pub(super) fn null_move<G>(&mut self, game: &mut G, lower: Value, upper: Value) -> Fat
    where
        G: Game,
        E: Evaluate<G>,
    {
        if !game.make_null() {
            return Fat::definite(-INFINITY);
        }
        let value = -self.evaluation.value(game, -upper, -lower);
        game.unmake_null();
        Fat {
            lower: if value > lower { value } else { -INFINITY },
            value,
            upper: value,
        }
    }
}

/// Depth-limited quiescence as an evaluation: only the value is used, and the range is dropped.
#[derive(Clone, Copy, Default, Debug)]
pub struct ToDepth<E, O> {
    /// The depth-limited search.
    pub search: QuiesceD<E, O>,
    /// The depth of the search, in plies.
    pub depth: u32,
}

impl<G: Game, E: Evaluate<G>, O: Ordering<G>> Evaluate<G> for ToDepth<E, O> {
    fn value(&mut self, game: &mut G, lower: Value, upper: Value) -> Value {
        self.search.search(game, lower, upper, self.depth).value
    }
}

impl Fat {
    /// Returns the value of the better of two choices, as far as it is known.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            value: self.value.max(other.value),
            upper: self.upper.max(other.upper),
        }
    }
}
