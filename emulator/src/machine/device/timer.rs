//! A timer: a counter that requests an interrupt whenever it expires.

use super::api::Device;
use crate::machine::physical::Physical;
use crate::save::{Archive, SaveError};

/// Processor clocks per count of the timer.
pub const CLOCKS: u64 = 16;

/// A clock that is never reached.
const NEVER: u64 = u64::MAX;

/// A timer that requests an interrupt at the end of each period. Registers 0 and 1 are the word of its period; a write
/// to 2 and 3 withdraws the request.
///
/// # Example
///
/// ```
/// use z8000::machine::{Device, Timer};
///
/// let mut timer = Timer::new(false, 0);
/// // Ten counts of 16 clocks, which begin when the timer is next looked at.
/// timer.write_word(0, 10);
/// assert_eq!(timer.due(), 0);
/// assert!(timer.may_request() && !timer.requests());
/// ```
#[derive(Debug, Clone)]
pub struct Timer {
    /// The period in clocks; 0 while the timer is stopped.
    period: u64,
    /// The machine's clock at which the current period ends.
    next: u64,
    /// True if the period was written, and the timer has not been updated since.
    restarts: bool,
    /// The machine's clock at which the timer must be updated; 0 for immediately.
    due: u64,
    requests: bool,
    /// True if the request ends when it is acknowledged.
    edge: bool,
    identifier: u16,
}

impl Timer {
    /// Creates a stopped timer. With `edge`, its request ends when it is acknowledged, as required for a non-maskable
    /// interrupt; `identifier` is the word that the processor then reads.
    pub const fn new(edge: bool, identifier: u16) -> Self {
        Self {
            period: 0,
            next: NEVER,
            restarts: false,
            due: NEVER,
            requests: false,
            edge,
            identifier,
        }
    }
}

impl Device for Timer {
    fn kind(&self) -> &'static str {
        "timer"
    }

    fn read_word(&mut self, _: u16) -> Option<u16> {
        Some(0xFFFF)
    }

    fn write_word(&mut self, register: u16, value: u16) -> bool {
        if register < 2 {
            self.period = u64::from(value) * CLOCKS;
            (self.restarts, self.due) = (true, 0);
        } else {
            self.requests = false;
        }
        true
    }

    fn reset(&mut self) {
        *self = Self::new(self.edge, self.identifier);
    }

    fn due(&self) -> u64 {
        self.due
    }

    fn look(&mut self, clocks: u64, _: &mut Physical<'_>) {
        if core::mem::take(&mut self.restarts) {
            self.next = if self.period > 0 { clocks + self.period } else { NEVER };
        }
        if self.next <= clocks && self.period > 0 {
            self.requests = true;
            // Several periods may have passed, because an instruction can take longer than one.
            let missed = (clocks - self.next) / self.period;
            self.next += (missed + 1) * self.period;
        }
        self.due = self.next;
    }

    fn requests(&self) -> bool {
        self.requests
    }

    fn may_request(&self) -> bool {
        self.period > 0
    }

    fn acknowledge(&mut self) -> u16 {
        self.requests &= !self.edge;
        self.identifier
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        let at = archive.at();
        for count in [&mut self.period, &mut self.next, &mut self.due] {
            archive.count(count)?;
        }
        for flag in [&mut self.restarts, &mut self.requests] {
            archive.flag(flag)?;
        }
        // A stopped timer must never be due, because the number of missed periods would then be a division by 0.
        let stands = self.period == 0 && !self.restarts;
        let possible = self.period <= u64::from(u16::MAX) * CLOCKS && (!stands || self.next == NEVER);
        archive.sense(at, possible)
    }
}
