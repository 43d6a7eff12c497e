//! The end of everything that is done for an answer.

use std::sync::atomic::{AtomicBool, Ordering};

/// The end of everything that is done for an answer: preparations, the search, proofs of mates. The thread that writes
/// sets it at `stop`, when time runs out, and at the end of the session; whatever takes long looks at it.
#[derive(Debug, Default)]
pub(super) struct Deadline {
    /// It is time to answer with what has been found.
    pub(super) stop: AtomicBool,
    /// The answer is out: nothing that is still found matters.
    answered: AtomicBool,
}

impl Deadline {
    /// Returns true if it is time to answer.
    pub(super) fn has_come(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns true if nobody waits any more.
    pub(super) fn is_past(&self) -> bool {
        self.answered.load(Ordering::Relaxed)
    }

    pub(super) fn set(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(super) fn pass(&self) {
        self.set();
        self.answered.store(true, Ordering::Relaxed);
    }
}
