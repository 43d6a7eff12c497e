//! Places that a program jumps to: how often, and where a run has to stop for an engine.

use core::sync::atomic::{AtomicU16, Ordering};

/// Even offsets of a segment.
pub const OFFSETS: usize = 0x8000;

/// The number that says that a run passes a place.
pub const PASSED: u16 = u16::MAX;

/// The number that says that a run stops at a place, however seldom the program comes there.
pub const STOPS: u16 = u16::MAX - 1;

/// The places of a segment that a program jumps to, while it runs in one segment and one mode.
#[derive(Debug, Clone, Copy)]
pub struct Places<'a> {
    /// For each even offset the number of jumps there, or [`PASSED`] or [`STOPS`].
    pub counts: &'a [AtomicU16; OFFSETS],
    /// The number of jumps from which on a run stops, up to [`STOPS`].
    pub often: u16,
    /// The weight of a jump; a backward one counts for two.
    pub weight: u16,
}

impl Places<'_> {
    /// Counts a jump; returns true if the run stops there.
    #[inline(always)]
    pub fn stops(&self, from: u16, to: u16) -> bool {
        let entry = &self.counts[usize::from(to >> 1)];
        let count = entry.load(Ordering::Relaxed);
        if count >= self.often {
            return count != PASSED;
        }
        let more = self.weight << u16::from(to <= from);
        entry.store(count.saturating_add(more).min(STOPS - 1), Ordering::Relaxed);
        false
    }
}
