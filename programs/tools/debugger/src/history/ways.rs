//! Intermediate machines between snapshots.

use super::{History, INTERVAL, Machine};

/// Maximum number of steps between two machines. Replaying them takes well under a millisecond.
const STRIDE: u64 = 1 << 14;

/// Memory for these machines in bytes.
const BOUND: usize = 32 << 20;

/// Machines between snapshots, ordered by time, so that a past that is searched is replayed only once.
#[derive(Debug, Default)]
pub(crate) struct Ways(Vec<Machine>);

impl Ways {
    /// Returns a machine fewer than [`STRIDE`] steps before a moment.
    pub(crate) fn before(&mut self, at: u64, history: &History) -> Machine {
        let (mut machine, _) = history.before(at);
        loop {
            let index = self.0.partition_point(|way| way.now() <= at);
            if let Some(way) = self.0[..index].last().filter(|way| way.now() > machine.now()) {
                machine = way.clone();
            }
            let left = at - machine.now();
            if left < STRIDE {
                return machine;
            }
            // Where snapshots were dropped, the distance is long.
            let next = machine.now() + if left < INTERVAL { STRIDE } else { INTERVAL };
            machine.go(next, history.changes());
            self.0.insert(index, machine.clone());
            let most = (BOUND / machine.subject.bytes()).clamp(16, 200);
            if self.0.len() > most {
                // The machine farthest from the moment is dropped.
                self.0.remove(if index < most / 2 { most } else { 0 });
            }
        }
    }

    /// Returns the machine at a moment.
    pub(crate) fn at(&mut self, at: u64, history: &History) -> Machine {
        let mut machine = self.before(at, history);
        machine.go(at, history.changes());
        machine
    }
}
