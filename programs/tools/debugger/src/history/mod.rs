//! The past: snapshots, and the changes made from outside between them.
//!
//! A machine is deterministic: starting from a snapshot, the same changes at the same instructions lead to the same
//! states. So any moment of the past is reached by a replay from a snapshot, and any question about the past (the last
//! origin of a value, a profile, a trace) is answered by a replay with a probe.

mod machine;
mod ways;

pub use machine::Change;
pub(crate) use machine::Machine;
pub(crate) use ways::Ways;

/// Number of instructions between two snapshots. Replaying them takes some milliseconds.
pub const INTERVAL: u64 = 1 << 20;

/// Default limit on the memory for snapshots, in bytes.
pub const DEFAULT_BOUND: usize = 256 << 20;

/// A snapshot of the machine.
#[derive(Debug, Clone)]
struct Snapshot {
    machine: Machine,
    /// Number of characters that had been sent.
    console: u64,
}

impl Snapshot {
    fn at(&self) -> u64 {
        self.machine.now()
    }
}

/// Snapshots ordered by time, and the changes from outside.
#[derive(Debug, Clone)]
pub(crate) struct History {
    snapshots: Vec<Snapshot>,
    changes: Vec<(u64, Change)>,
    /// Size of a snapshot in bytes.
    each: usize,
    most: usize,
}

impl History {
    /// Creates a history that begins with a machine.
    pub(crate) fn new(machine: &Machine, bound: usize) -> Self {
        Self {
            snapshots: vec![Snapshot { machine: machine.clone(), console: 0 }],
            changes: Vec::new(),
            each: machine.subject.bytes(),
            most: Self::count(bound, machine.subject.bytes()),
        }
    }

    /// Returns the number of snapshots that a memory bound allows, at least three, since fewer would not be enough.
    fn count(bound: usize, each: usize) -> usize {
        (bound / each).max(3)
    }

    /// Returns a history of the same size that begins with a machine, and with these future changes.
    pub(crate) fn with(&self, machine: Machine, changes: Vec<(u64, Change)>) -> Self {
        Self { snapshots: vec![Snapshot { machine, console: 0 }], changes, ..*self }
    }

    /// Changes the memory bound.
    pub(crate) fn set_bound(&mut self, bound: usize) {
        self.most = Self::count(bound, self.each);
        while self.snapshots.len() > self.most {
            self.thin();
        }
    }

    /// Returns the number of snapshots, and their size in bytes.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.snapshots.len(), self.snapshots.len() * self.each)
    }

    pub(crate) fn changes(&self) -> &[(u64, Change)] {
        &self.changes
    }

    /// Returns the instruction at which the next snapshot is due, if the machine is at `now`.
    pub(crate) fn due(&self, now: u64) -> u64 {
        let after = self.snapshots.partition_point(|snapshot| snapshot.at() <= now);
        let last = after.checked_sub(1).map_or(0, |index| self.snapshots[index].at());
        last + INTERVAL
    }

    /// Takes a snapshot, unless one exists for this moment.
    pub(crate) fn take(&mut self, machine: &Machine, console: u64) {
        let at = machine.now();
        let index = self.snapshots.partition_point(|snapshot| snapshot.at() < at);
        if self.snapshots.get(index).is_some_and(|snapshot| snapshot.at() == at) {
            return;
        }
        let machine = machine.clone();
        self.snapshots.insert(index, Snapshot { machine, console });
        if self.snapshots.len() > self.most {
            self.thin();
        }
    }

    /// Drops the least useful snapshot: the one that leaves the smallest gap compared with its age. The first snapshot
    /// is always kept, so that the whole past remains reachable.
    fn thin(&mut self) {
        let now = self.snapshots.last().map_or(0, Snapshot::at);
        let loss = |index: &usize| {
            let gap = self.snapshots[index + 1].at() - self.snapshots[index - 1].at();
            let age = now - self.snapshots[*index].at() + INTERVAL;
            // In thousandths, as an integer that can be compared.
            gap.saturating_mul(1000) / age
        };
        let inner = 1..self.snapshots.len().saturating_sub(1);
        if let Some(index) = inner.min_by_key(loss) {
            self.snapshots.remove(index);
        }
    }

    /// Returns the last snapshot at or before a moment: a copy of its machine, and the number of characters sent by
    /// then.
    pub(crate) fn before(&self, at: u64) -> (Machine, u64) {
        let after = self.snapshots.partition_point(|snapshot| snapshot.at() <= at);
        let snapshot = &self.snapshots[after.saturating_sub(1)];
        (snapshot.machine.clone(), snapshot.console)
    }

    /// Records a change from outside at a moment that is not before any recorded change.
    pub(crate) fn add(&mut self, at: u64, change: Change) {
        self.changes.push((at, change));
    }

    /// Discards what came after a moment, including changes not counted in `applied`, and returns these changes.
    pub(crate) fn cut(&mut self, at: u64, applied: usize) -> Vec<Change> {
        self.snapshots.retain(|snapshot| {
            snapshot.at() == 0 || snapshot.at() < at || snapshot.machine.applied <= applied && snapshot.at() == at
        });
        let gone = self.changes.split_off(applied.min(self.changes.len()));
        gone.into_iter().map(|(_, change)| change).collect()
    }
}
