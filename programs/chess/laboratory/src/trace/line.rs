//! The moves that explain the value of a search, from the notes of its calls.

use crate::game::Value;

/// A step from a call of a search to a call below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<M> {
    /// A move.
    Move(M),
    /// A null move.
    Null,
}

/// Follows the calls of a search, including those that are not recorded.
#[derive(Clone, Debug)]
pub(super) struct Lines<M> {
    /// Calls of the root, or of its moves, that have ended.
    roots: Vec<EndedCall<M>>,
    open: Vec<OpenLine<M>>,
}

/// A call that has not ended.
#[derive(Clone, Debug)]
struct OpenLine<M> {
    /// Steps from the root to its position.
    from: usize,
    window: (Value, Value),
    below: Vec<EndedCall<M>>,
}

/// A call that has ended, as the one above it sees it.
#[derive(Clone, Debug)]
struct EndedCall<M> {
    value: Value,
    meaning: Meaning,
    /// The steps to it, and those below that explain its value.
    line: Vec<Step<M>>,
}

/// The meaning of a value, the most telling first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Meaning {
    Exact,
    Lower,
    Upper,
}

impl<M: Copy> Lines<M> {
    pub(super) const fn new() -> Self {
        Self { roots: Vec::new(), open: Vec::new() }
    }

    /// Notes that a call begins, `from` steps from the root.
    pub(super) fn enter(&mut self, from: usize, window: (Value, Value)) {
        let below = Vec::new();
        self.open.push(OpenLine { from, window, below });
    }

    /// Notes that the innermost call ends, in the position to which a path leads.
    pub(super) fn leave(&mut self, path: &[Step<M>], value: Value) {
        let Some(call) = self.open.pop() else {
            return;
        };
        let from = self.open.last().map_or(0, |above| above.from);
        let steps = path.get(from..).unwrap_or_default();
        // After an odd number of steps it is the other side's value, and its bounds are the other way round.
        let turns = steps.len() % 2 == 1;
        let meaning = match (value <= call.window.0, value >= call.window.1) {
            (true, _) if turns => Meaning::Lower,
            (true, _) => Meaning::Upper,
            (_, true) if turns => Meaning::Upper,
            (_, true) => Meaning::Lower,
            _ => Meaning::Exact,
        };
        let tried = EndedCall {
            value: if turns { -value } else { value },
            meaning,
            line: [steps, explained(call.below.iter(), value)].concat(),
        };
        let siblings = self.open.last_mut().map_or(&mut self.roots, |above| &mut above.below);
        siblings.push(tried);
    }

    /// Returns the moves that explain a value of the root. They end where passing, a table or an evaluation determines
    /// the value.
    pub(super) fn explaining(&self, value: Value) -> Vec<M> {
        // The last search of several knows most.
        let steps = explained(self.roots.iter().rev(), value).iter();
        steps
            .map_while(|step| match *step {
                Step::Move(m) => Some(m),
                Step::Null => None,
            })
            .collect()
    }
}

/// The line of the first call that explains a value best; empty if the value does not come from a call.
fn explained<'t, M: 't>(calls: impl Iterator<Item = &'t EndedCall<M>>, value: Value) -> &'t [Step<M>] {
    let equal = calls.filter(|tried| tried.value == value);
    equal.min_by_key(|tried| tried.meaning).map_or(&[], |tried| &tried.line)
}
