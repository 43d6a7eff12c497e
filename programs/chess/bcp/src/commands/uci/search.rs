//! A search whose result the GUI is waiting for.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bcp_chess::Move;

use super::deadline::Deadline;
use super::job::Answer;
use super::time::{Budget, LATE};

/// A search whose result the GUI is waiting for.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) id: u64,
    pub(super) deadline: Arc<Deadline>,
    pub(super) infinite: bool,
    /// The GUI has not yet said whether the move on which we ponder is played.
    pub(super) pondering: bool,
    /// Moves are counted, not searched: the result is no move.
    pub(super) counts: bool,
    pub(super) budget: Budget,
    /// The moments at which the program is told to answer, and at which waiting for it ends.
    pub(super) stop_at: Option<Instant>,
    pub(super) give_up_at: Option<Instant>,
    /// The answer as it is so far; `None` before the first iteration.
    pub(super) answer: Option<Answer>,
    /// The moves that may be chosen; none if the game is over.
    pub(super) among: Vec<Move>,
    pub(super) has_ended: bool,
    /// Set if the GUI has told it to answer: further commands are for later searches.
    pub(super) is_dismissed: bool,
}

impl Search {
    /// Returns true if it has ended and the GUI expects the answer.
    pub(super) const fn is_answerable(&self) -> bool {
        self.has_ended && !self.infinite && !self.pondering
    }

    /// The next moment to look at the clock.
    pub(super) fn next_look(&self) -> Option<Instant> {
        self.stop_at.or(self.give_up_at)
    }

    /// Starts its clock.
    pub(super) fn start_clock(&mut self, now: Instant) {
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
        self.deadline.set();
        self.stop_at = None;
        self.give_up_at = Instant::now().checked_add(LATE);
    }
}
