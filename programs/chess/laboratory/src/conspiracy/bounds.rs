//! Bounds sequences: how far a number of conspirators can change a value.

use crate::game::{INFINITY, Value};

/// The best value that 0, 1, 2, ... conspirators can reach for one of the players: a sequence that never decreases,
/// from the current value to a final value.
///
/// The paper has two kinds of sequences, upward and downward, with dual rules. Here, each sequence belongs to a player
/// and is seen from that player's side, so that the downward sequences are negated and one set of rules serves both.
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
    /// The value that any number of further conspirators reach: [`INFINITY`], unless the game is over at all leaves
    /// where they could act.
    limit: Value,
}

impl Bounds {
    /// Returns the bounds of a leaf that can still be expanded: one conspirator, the leaf itself, can give it any
    /// value.
    pub fn leaf(value: Value) -> Self {
        Self::stepwise([value])
    }

    /// Returns the bounds of a leaf that an evaluator considers less changeable: 1, 2, ... conspirators can reach the
    /// second, third, ... of the values in ascending order, and one more conspirator can reach any value.
    pub fn stepwise(values: impl Into<Vec<Value>>) -> Self {
        let mut values = values.into();
        values.sort_unstable();
        Self { values, limit: INFINITY }
    }

    /// Returns the bounds of a finished game, which no conspirator can change.
    pub const fn finished(value: Value) -> Self {
        Self { values: Vec::new(), limit: value }
    }

    /// Returns the bounds of a position in which this player is to move: one good successor is sufficient, so the
    /// conspirators act below one of them. Each element of the new sequence is the maximum of the corresponding
    /// elements.
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
    /// conspirators below each of them add up. The new sequence consists of all values of all sequences in ascending
    /// order.
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

    /// Returns the best value that this number of conspirators can reach; with 0, the current value.
    pub fn at(&self, conspirators: usize) -> Value {
        self.values.get(conspirators).copied().unwrap_or(self.limit)
    }

    /// Returns the conspiracy number: the number of conspirators needed to reach a value; `None` if it cannot be
    /// reached.
    pub fn needed(&self, value: Value) -> Option<usize> {
        (value <= self.limit).then(|| self.values.partition_point(|&bound| bound < value))
    }

    /// Returns the number of conspirators beyond which the value no longer changes.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns true if conspirators cannot change the value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Keeps the values that up to `conspirators` can reach, and assumes that one more conspirator can reach the final
    /// value.
    pub fn shorten(&mut self, conspirators: usize) {
        self.values.truncate(conspirators.saturating_add(1));
    }
}
