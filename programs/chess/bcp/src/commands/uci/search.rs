//! A search whose result the GUI is waiting for.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bcp_chess::Move;

use super::deadline::Deadline;
use super::job::Answer;
use super::time::{Budget, LATE};

/// A running search, or one that has ended but is not answered yet.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) id: u64,
    pub(super) deadline: Arc<Deadline>,
    pub(super) infinite: bool,
    /// True until the GUI reports that the expected move was played.
    pub(super) pondering: bool,
    pub(super) budget: Budget,
    /// When the program is told to answer, and when waiting for its answer ends.
    pub(super) stop_at: Option<Instant>,
    pub(super) give_up_at: Option<Instant>,
    /// The provisional answer; `None` before the first iteration.
    pub(super) answer: Option<Answer>,
    /// The moves that may be chosen; none if the game is over.
    pub(super) among: Vec<Move>,
    pub(super) has_ended: bool,
    /// True if the GUI has asked for the answer: further commands concern later searches.
    pub(super) is_dismissed: bool,
}

impl Search {
    /// Returns true if the search has ended and the GUI expects the answer.
    pub(super) const fn is_answerable(&self) -> bool {
        self.has_ended && !self.infinite && !self.pondering
    }

    /// Returns the next moment at which the clock must be checked.
    pub(super) fn next_look(&self) -> Option<Instant> {
        self.stop_at.or(self.give_up_at)
    }

    pub(super) fn start_clock(&mut self, now: Instant) {
        let at = |time: Option<Duration>| time.and_then(|time| now.checked_add(time));
        self.stop_at = at(self.budget.stop);
        self.give_up_at = at(self.budget.give_up);
    }

    /// Notes that the expected move was played.
    pub(super) fn ponder_hit(&mut self, now: Instant) {
        self.pondering = false;
        self.start_clock(now);
    }

    /// Notes that the GUI has asked for the answer.
    pub(super) fn dismiss(&mut self) {
        self.is_dismissed = true;
        self.infinite = false;
        self.pondering = false;
        self.deadline.set();
        self.stop_at = None;
        self.give_up_at = Instant::now().checked_add(LATE);
    }
}
