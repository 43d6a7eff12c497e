//! A counter of a CIO.

/// A counter.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counter {
    /// Its value at a clock.
    pub(super) value: u64,
    pub(super) since: u64,
    /// It was started and is not at its end.
    pub(super) runs: bool,
    /// It runs, and neither gate nor configuration stop it.
    pub(super) counts: bool,
    pub(super) gate: bool,
    /// It is to be started.
    pub(super) trigger: bool,
    /// The value that stays to be read, until its lower half is.
    pub(super) held: Option<u16>,
    pub(super) holds: bool,
}

impl Counter {
    /// Counts up to a clock. Returns how often it has come to its end.
    pub(super) fn pass(&mut self, clocks: u64, ratio: u64, constant: u64, again: bool) -> u64 {
        if !self.counts {
            return 0;
        }
        let elapsed = clocks.saturating_sub(self.since) / ratio;
        self.since += elapsed * ratio;
        self.count(elapsed, constant, again)
    }

    /// Counts down. Returns how often it has come to its end.
    pub(super) fn count(&mut self, elapsed: u64, constant: u64, again: bool) -> u64 {
        if elapsed < self.value {
            self.value -= elapsed;
            return 0;
        }
        let over = elapsed - self.value;
        self.runs = again;
        self.value = if again { constant - over % constant } else { 0 };
        if again { 1 + over / constant } else { 1 }
    }
}
