//! The moves that explain the value of a search, derived from the notes of its calls.

use crate::game::Value;

/// A step from a call of a search to a call below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<M> {
    /// A move made at a node.
    Move(M),
    /// A null move.
    Null,
}

/// Follows the calls of a search, including those that are not recorded.
#[derive(Clone, Debug)]
pub(super) struct Lines<M> {
    /// Ended calls of the root, or of its moves.
    roots: Vec<EndedCall<M>>,
    open: Vec<OpenLine<M>>,
}

/// A call that has not ended yet.
#[derive(Clone, Debug)]
struct OpenLine<M> {
    /// The number of steps from the root to its position.
    from: usize,
    window: (Value, Value),
    below: Vec<EndedCall<M>>,
}

/// A call that has ended, with what the call above it needs.
#[derive(Clone, Debug)]
struct EndedCall<M> {
    value: Value,
    meaning: Meaning,
    /// The steps to the call's position, and those below it that explain its value.
    line: Vec<Step<M>>,
}

/// What a value tells about a position, the most informative first.
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

    /// Notes that a call begins, `from` steps below the root.
    pub(super) fn enter(&mut self, from: usize, window: (Value, Value)) {
        let below = Vec::new();
        self.open.push(OpenLine { from, window, below });
    }

    /// Notes that the innermost call ends, in the position to which `path` leads.
    pub(super) fn leave(&mut self, path: &[Step<M>], value: Value) {
        let Some(call) = self.open.pop() else {
            return;
        };
        let from = self.open.last().map_or(0, |above| above.from);
        let steps = path.get(from..).unwrap_or_default();
        // After an odd number of steps, the value is that of the other side, and its bounds are negated and swapped.
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
        // Of several searches of the root, the last knows most.
        let steps = explained(self.roots.iter().rev(), value).iter();
        steps
            .map_while(|step| match *step {
                Step::Move(m) => Some(m),
                Step::Null => None,
            })
            .collect()
    }
}

/// Returns the line of the first call that best explains a value; empty if the value does not come from a call.
fn explained<'t, M: 't>(calls: impl Iterator<Item = &'t EndedCall<M>>, value: Value) -> &'t [Step<M>] {
    let equal = calls.filter(|tried| tried.value == value);
    equal.min_by_key(|tried| tried.meaning).map_or(&[], |tried| &tried.line)
}
