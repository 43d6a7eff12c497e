//! A counter/timer of a CIO.

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counter {
    /// The count at the clock `since`.
    pub(super) value: u64,
    pub(super) since: u64,
    /// True from the start of the countdown until it reaches its end.
    pub(super) runs: bool,
    /// True if the counter runs and is stopped neither by its gate nor by the configuration.
    pub(super) counts: bool,
    pub(super) gate: bool,
    /// True if the counter must be started.
    pub(super) trigger: bool,
    /// The count latched for reading, until its lower half is read.
    pub(super) held: Option<u16>,
    pub(super) holds: bool,
}

impl Counter {
    /// Advances the counter to a clock. Returns how often the countdown has ended.
    pub(super) fn pass(&mut self, clocks: u64, ratio: u64, constant: u64, again: bool) -> u64 {
        if !self.counts {
            return 0;
        }
        let elapsed = clocks.saturating_sub(self.since) / ratio;
        self.since += elapsed * ratio;
        self.count(elapsed, constant, again)
    }

    /// Counts down by `elapsed`. Returns how often the countdown has ended.
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
