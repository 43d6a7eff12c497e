//! A search whose result the GUI is waiting for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bcp_chess::Move;

use super::job::Answer;
use super::time::Budget;

/// The time that the program may take to answer when it is told to stop.
const PATIENCE: Duration = Duration::from_secs(1);

/// A search whose result the GUI is waiting for.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) id: u64,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) infinite: bool,
    /// The GUI has not yet said whether the move on which we ponder is played.
    pub(super) pondering: bool,
    pub(super) budget: Budget,
    /// The moments at which the program is told to answer, and at which waiting for it ends.
    pub(super) stop_at: Option<Instant>,
    pub(super) give_up_at: Option<Instant>,
    /// The program is ready, and thinks.
    pub(super) has_begun: bool,
    /// The answer as it is so far; `None` before the first iteration.
    pub(super) answer: Option<Answer>,
    /// A legal move, in case the program fails; `None` if there is none.
    pub(super) legal: Option<Move>,
    pub(super) has_ended: bool,
    /// Set if the GUI has told it to answer: further commands are for later searches.
    pub(super) is_dismissed: bool,
}

impl Search {
    /// Returns true if it has ended and the GUI expects the answer.
    pub(super) const fn is_answerable(&self) -> bool {
        self.has_ended && !self.infinite && !self.pondering
    }

    /// The next moment to look at the clock. A search that has found no move yet is waited for.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let give_up_at = self.give_up_at.filter(|_| self.answer.is_some());
        [self.stop_at, give_up_at].into_iter().flatten().min()
    }

    /// Starts its clock, if the program thinks and the GUI does not ponder.
    pub(super) fn start_clock(&mut self, now: Instant) {
        if !self.has_begun || self.pondering || self.stop.load(Ordering::Relaxed) {
            return;
        }
        let at = |time: Option<Duration>| time.and_then(|time| now.checked_add(time));
        self.stop_at = at(self.budget.stop);
        self.give_up_at = at(self.budget.give_up);
    }

    /// The move on which we ponder has been played.
    pub(super) fn ponder_hit(&mut self, now: Instant) {
        self.pondering = false;
        self.start_clock(now);
    }

    /// The GUI wants the answer.
    pub(super) fn dismiss(&mut self) {
        self.is_dismissed = true;
        self.infinite = false;
        self.pondering = false;
        self.stop.store(true, Ordering::Relaxed);
        self.stop_at = None;
        self.give_up_at = Instant::now().checked_add(PATIENCE);
    }
}
