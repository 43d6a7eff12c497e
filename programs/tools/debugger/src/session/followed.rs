//! The frames recorded while a run was followed, from which those of later moments are computed.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::calls::Calls;
use crate::history::{INTERVAL, Machine};

/// The maximum number of instructions from the start of the run that are followed, which takes some tenths of a second.
pub(super) const FOLLOWED: u64 = 16 * INTERVAL;

/// The frames of the followed part of the run.
#[derive(Debug, Default)]
pub(super) struct Followed(Mutex<Known>);

#[derive(Debug, Default)]
pub(super) struct Known {
    /// The frames at the start and after each following [`INTERVAL`].
    pub(super) marks: Vec<Calls>,
    /// The last moment that was reached.
    pub(super) last: Option<(Machine, Calls)>,
}

/// A copy must be followed again.
impl Clone for Followed {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Followed {
    pub(super) fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Discards what was followed after a moment.
    pub(super) fn forget(&mut self, from: u64) {
        let known = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        known.last = None;
        known.marks.truncate(from.div_ceil(INTERVAL) as usize);
    }
}
