//! The frames recorded while following a run, which are then known at later moments.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::calls::Calls;
use crate::history::{INTERVAL, Machine};

/// The maximum number of instructions from the start of the run that are followed: some tenths of a second.
pub(super) const FOLLOWED: u64 = 16 * INTERVAL;

/// What was followed.
#[derive(Debug, Default)]
pub(super) struct Followed(Mutex<Known>);

#[derive(Debug, Default)]
pub(super) struct Known {
    /// The frames at the start and after each [`INTERVAL`] from there.
    pub(super) marks: Vec<Calls>,
    /// The moment that was reached last.
    pub(super) last: Option<(Machine, Calls)>,
}

/// A copy is followed again.
impl Clone for Followed {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Followed {
    pub(super) fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets what was followed up to a moment or further.
    pub(super) fn forget(&mut self, from: u64) {
        let known = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        known.last = None;
        known.marks.truncate(from.div_ceil(INTERVAL) as usize);
    }
}
