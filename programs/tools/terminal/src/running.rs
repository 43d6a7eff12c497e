//! Runs a command in slices, at a given pace, while the view remains active.

use std::time::{Duration, Instant};

/// The longest time that a slice takes: the view is drawn some thirty times a second.
const SLICE: Duration = Duration::from_millis(30);

/// The longest time that a delayed view makes up for.
const DEBT: Duration = Duration::from_millis(250);

/// Instructions between two checks of the time, at full speed and at a pace.
const FULL: u64 = 1 << 18;
const PACED: u64 = 256;

/// The speed of a program: a fraction of its own clock, or as fast as the host can.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Pace {
    /// This share of the frequency: 1 is the speed of the real processor.
    Clock(f64),
    Full,
}

impl Pace {
    /// From slow to fast.
    pub(crate) const ALL: [Self; 6] = [
        Self::Clock(0.001),
        Self::Clock(0.01),
        Self::Clock(0.1),
        Self::Clock(1.0),
        Self::Clock(10.0),
        Self::Full,
    ];

    pub(crate) fn name(self) -> String {
        match self {
            Self::Clock(share) if share < 1.0 => format!("1/{:.0} of the clock", 1.0 / share),
            Self::Clock(share) => format!("{share:.0} times the clock"),
            Self::Full => "full speed".to_owned(),
        }
    }

    /// The next speed, or the previous one; at the ends it stays the same.
    pub(crate) fn changed(self, faster: bool) -> Self {
        let at = Self::ALL.iter().position(|pace| *pace == self).unwrap_or(0);
        let to = if faster { at + 1 } else { at.saturating_sub(1) };
        Self::ALL[to.min(Self::ALL.len() - 1)]
    }
}

/// A command in progress.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) command: String,
    /// The answer if it ended now.
    pub(crate) answer: String,
    /// The time at which its pace was last checked, and the clocks that it may still run.
    kept: Instant,
    owed: f64,
}

/// The limits of a slice of a command.
#[derive(Debug, Clone, Copy)]
pub struct Slice {
    /// The time at which the slice ends.
    pub until: Instant,
    /// The maximum number of clocks; `None` for no limit.
    pub clocks: Option<u64>,
    /// Instructions between two checks of the time.
    pub tick: u64,
}

impl Slice {
    /// A slice of some clocks, or without a limit to them.
    fn new(now: Instant, clocks: Option<u64>) -> Self {
        Self {
            until: now + SLICE,
            clocks,
            tick: if clocks.is_some() { PACED } else { FULL },
        }
    }

    /// The first slice of a command, which has no pace yet: it is short, so that a step ends in it and a run becomes
    /// visible immediately.
    pub(crate) fn first(pace: Pace, now: Instant) -> Self {
        Self::new(now, (pace != Pace::Full).then_some(0))
    }
}

impl Run {
    pub(crate) fn new(command: &str, answer: String, now: Instant) -> Self {
        Self { command: command.to_owned(), answer, kept: now, owed: 0.0 }
    }

    /// The next slice at a pace, for a clock in hertz.
    pub(crate) fn slice(&mut self, pace: Pace, hertz: u64, now: Instant) -> Slice {
        let Pace::Clock(share) = pace else {
            return Slice::new(now, None);
        };
        let since = now.duration_since(self.kept).min(DEBT);
        self.kept = now;
        self.owed += since.as_secs_f64() * share * hertz as f64;
        Slice::new(now, Some(self.owed.max(0.0) as u64))
    }

    /// Subtracts the clocks that it has run from those that it may run.
    pub(crate) fn ran(&mut self, clocks: u64, pace: Pace, hertz: u64) {
        let Pace::Clock(share) = pace else { return };
        self.owed -= clocks as f64;
        // Clocks that the host is too slow for are not made up for.
        self.owed = self.owed.min(DEBT.as_secs_f64() * share * hertz as f64);
    }
}
