//! Bounds sequences: how far a number of conspirators can change a value.

use crate::game::{INFINITY, Value};

/// The best that 0, 1, 2, ... conspirators can reach for one of the players: a sequence that never falls, from the
/// value as it is to the value that it keeps for ever.
///
/// The paper has two kinds of sequences, upward and downward ones, and dual rules for them. Here each belongs to a
/// player and is seen from his side, the downward ones with their signs changed, so that one set of rules serves both.
///
/// ```
/// use bcp_laboratory::conspiracy::Bounds;
///
/// let leaves = [Bounds::leaf(2), Bounds::leaf(4), Bounds::leaf(3)];
/// let theirs = Bounds::together(&leaves);
/// assert_eq!((theirs.at(0), theirs.at(1), theirs.needed(4)), (2, 3, Some(2)));
/// let mine = Bounds::alone(&leaves);
/// assert_eq!((mine.at(0), mine.needed(100)), (4, Some(1)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The values that 0, 1, ... conspirators reach, as long as they are less than the limit.
    values: Vec<Value>,
    /// The value that any number of further conspirators reach: [`INFINITY`], unless the game is over wherever they may
    /// act.
    limit: Value,
}

impl Bounds {
    /// Returns the bounds of a leaf that may still be expanded: one conspirator, the leaf itself, can make anything of it.
    pub fn leaf(value: Value) -> Self {
        Self::stepwise([value])
    }

    /// Returns the bounds of a leaf that an evaluator believes less changeable: 1, 2, ... conspirators reach the
    /// second, third, ... of the values, and only one more makes anything of it. The values never fall.
    ///
    /// # Panics
    ///
    /// If there are no values, or one is less than the one before it.
    pub fn stepwise(values: impl Into<Vec<Value>>) -> Self {
        let values = values.into();
        assert!(!values.is_empty() && values.is_sorted(), "{values:?}");
        Self { values, limit: INFINITY }
    }

    /// Returns the bounds of a finished game, which nobody can change.
    pub const fn finished(value: Value) -> Self {
        Self { values: Vec::new(), limit: value }
    }

    /// Returns the bounds of a position in which the player himself is to move: he needs one good successor, so the
    /// conspirators act below one of them. Sequences are compared place by place.
    pub fn alone<'a>(successors: impl IntoIterator<Item = &'a Self> + Clone) -> Self {
        let best = |bound: &dyn Fn(&Self) -> Value| {
            let all = successors.clone().into_iter();
            all.map(bound).max().unwrap_or(-INFINITY)
        };
        let limit = best(&|bounds| bounds.limit);
        let values = (0..)
            .map(|conspirators| best(&|bounds| bounds.at(conspirators)))
            .take_while(|&value| value < limit)
            .collect();
        Self { values, limit }
    }

    /// Returns the bounds of a position in which the opponent is to move: all successors must become good, so the
    /// conspirators below each of them add up. All values of all sequences together, in order, are the new sequence.
    pub fn together<'a>(successors: impl IntoIterator<Item = &'a Self> + Clone) -> Self {
        let all = || successors.clone().into_iter();
        let limit = all().map(|bounds| bounds.limit).min().unwrap_or(INFINITY);
        let mut values: Vec<Value> = all()
            .flat_map(|bounds| &bounds.values)
            .copied()
            .filter(|&value| value < limit)
            .collect();
        values.sort_unstable();
        Self { values, limit }
    }

    /// The best that this number of conspirators can reach; with 0, the value as it is.
    pub fn at(&self, conspirators: usize) -> Value {
        self.values.get(conspirators).copied().unwrap_or(self.limit)
    }

    /// The conspiracy number: how many conspirators are needed to reach a value, if any number can.
    pub fn needed(&self, value: Value) -> Option<usize> {
        (value <= self.limit).then(|| self.values.partition_point(|&bound| bound < value))
    }

    /// Conspirators beyond which nothing changes any more.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns true if conspirators can change nothing.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Keeps what up to `most` conspirators can reach, and lets one more reach as much as any number.
    pub fn shorten(&mut self, conspirators: usize) {
        self.values.truncate(conspirators.saturating_add(1));
    }
}
