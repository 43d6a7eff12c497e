//! The end of everything that is done for an answer.

use std::sync::atomic::{AtomicBool, Ordering};

/// The end of all work for an answer: preparations, the search, proofs of mates. The thread that writes answers sets it
/// at `stop`, when time runs out, and at the end of the session; whatever takes long checks it.
#[derive(Debug, Default)]
pub(super) struct Deadline {
    /// True once the program must answer with what it has found so far.
    pub(super) stop: AtomicBool,
    /// True once the answer was sent, after which further results are ignored.
    answered: AtomicBool,
}

impl Deadline {
    /// Returns true if the program must answer.
    pub(super) fn has_come(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns true if the answer has been sent.
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
