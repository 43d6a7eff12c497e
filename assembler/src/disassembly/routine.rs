//! Routines: where they go on in their callers.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::state::State;

/// Where a routine continues in the one that called it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exit {
    /// So many bytes behind the call: 0 for a plain return, more if data follows the call.
    Behind(i16),
    /// Behind a string that follows the call and ends with a zero.
    BehindText,
}

/// A call that goes on when it is known how its routine returns.
#[derive(Debug, Clone)]
pub(super) struct Waiting {
    /// Address behind the call.
    pub(super) next: u32,
    /// The state then.
    pub(super) state: State,
    /// The routine that calls.
    pub(super) routine: u32,
}

/// A routine: its exits, and the calls that wait for them.
#[derive(Debug, Default)]
pub(super) struct Routine {
    pub(super) exits: BTreeSet<Exit>,
    /// By the addresses behind the calls.
    pub(super) waiting: BTreeMap<u32, Waiting>,
    /// Routines that jump into it, and so return as it does.
    joined_by: BTreeSet<u32>,
    /// True if some of its paths are not known: it may return.
    pub(super) open: bool,
}

/// The routines, by the addresses of their entries.
#[derive(Debug, Default)]
pub(super) struct Routines(pub(super) FxHashMap<u32, Routine>);

impl Routines {
    pub(super) fn of(&mut self, entry: u32) -> &mut Routine {
        self.0.entry(entry).or_default()
    }

    /// A routine jumps into the code of another: it has the exits of that too.
    pub(super) fn join(&mut self, one: u32, other: u32) -> Vec<(Waiting, Exit)> {
        let mut released = Vec::new();
        if one != other && self.of(other).joined_by.insert(one) {
            let exits: Vec<Exit> = self.of(other).exits.iter().copied().collect();
            for exit in exits {
                released.extend(self.exit(one, exit));
            }
            if self.of(other).open {
                self.set_open(one);
            }
        }
        released
    }

    /// A routine has an exit: the calls that waited for it.
    pub(super) fn exit(&mut self, entry: u32, exit: Exit) -> Vec<(Waiting, Exit)> {
        let mut released = Vec::new();
        let mut entries = vec![entry];
        while let Some(entry) = entries.pop() {
            let routine = self.of(entry);
            if routine.exits.insert(exit) {
                released.extend(routine.waiting.values().map(|waiting| (waiting.clone(), exit)));
                entries.extend(&routine.joined_by);
            }
        }
        released
    }

    /// Not every path of a routine is known.
    pub(super) fn set_open(&mut self, entry: u32) {
        let mut entries = vec![entry];
        while let Some(entry) = entries.pop() {
            let routine = self.of(entry);
            if !std::mem::replace(&mut routine.open, true) {
                entries.extend(&routine.joined_by);
            }
        }
    }

    /// Routines that calls wait for and that may return although no return was found.
    pub(super) fn may_return(&self) -> Vec<u32> {
        let open = self
            .0
            .iter()
            .filter(|(_, routine)| routine.open && routine.exits.is_empty() && !routine.waiting.is_empty());
        let mut entries: Vec<u32> = open.map(|(&entry, _)| entry).collect();
        entries.sort_unstable();
        entries
    }
}
