//! The Z80-CTC counter/timer circuit: four channels that count clocks or pulses at their pins.

use z8000::machine::{Device, Physical};
use z8000::save::{Archive, SaveError};

/// Bits of a channel's control word: interrupt enable, counter mode, prescaler of 256 instead of 16, timer triggered by
/// a pulse, time constant follows, reset, and control word instead of vector.
const INTERRUPTS: u8 = 0x80;
const COUNTS: u8 = 0x40;
const BY_256: u8 = 0x20;
const BY_PULSE: u8 = 0x08;
const CONSTANT: u8 = 0x04;
const STOPS: u8 = 0x02;
const CONTROL: u8 = 0x01;

/// A clock that is never reached.
const NEVER: u64 = u64::MAX;

/// One of the four channels.
#[derive(Debug, Clone, Copy, Default)]
struct Counter {
    control: u8,
    /// True if the next byte written is the time constant.
    follows: bool,
    constant: u8,
    runs: bool,
    /// True if a time constant was loaded and the channel starts at the next update.
    starts: bool,
    /// The value of the down counter at the clock `since`.
    value: u64,
    since: u64,
    pending: bool,
    served: bool,
}

impl Counter {
    fn period(&self) -> u64 {
        match self.constant {
            0 => 256,
            constant => constant.into(),
        }
    }

    /// Returns the processor clocks per count, given those per chip clock and per pulse; `None` if the channel does not
    /// count.
    fn ratio(&self, chip: u64, pulses: u64) -> Option<u64> {
        let ratio = match self.control & (COUNTS | BY_256) {
            0 => 16 * chip,
            BY_256 => 256 * chip,
            _ => pulses,
        };
        // A timer that waits for a pulse is triggered at once if its pin has a clock.
        let waits = self.control & (COUNTS | BY_PULSE) == BY_PULSE && pulses == 0;
        (self.runs && ratio > 0 && !waits).then_some(ratio)
    }
}

/// The chip. It has a register for each channel.
#[derive(Debug, Clone)]
pub(crate) struct Ctc {
    counters: [Counter; 4],
    vector: u8,
    /// Processor clocks per chip clock, and per pulse at the pin of each channel; 0 without pulses.
    ratio: u64,
    pulses: [u64; 4],
    due: u64,
}

impl Ctc {
    pub(crate) fn new(ratio: u64, pulses: [u64; 4]) -> Self {
        Self { counters: Default::default(), vector: 0, ratio, pulses, due: NEVER }
    }

    fn control(&mut self, n: usize, value: u8) {
        let counter = &mut self.counters[n];
        counter.control = value;
        counter.follows = value & CONSTANT != 0;
        counter.runs &= value & STOPS == 0;
        counter.pending &= value & INTERRUPTS != 0;
    }

    /// Returns the first pending channel, unless it or a channel before it is under service.
    fn urgent(&self) -> Option<usize> {
        let free = self.counters.iter().take_while(|counter| !counter.served);
        free.enumerate().find(|(_, counter)| counter.pending).map(|(n, _)| n)
    }
}

impl Device for Ctc {
    fn kind(&self) -> &'static str {
        "ctc"
    }

    /// Returns the down counter of a channel as of the last update.
    fn read(&mut self, register: u16) -> u8 {
        self.counters[usize::from(register & 3)].value as u8
    }

    fn write(&mut self, register: u16, value: u8) {
        self.due = 0;
        let n = usize::from(register & 3);
        let counter = &mut self.counters[n];
        if std::mem::take(&mut counter.follows) {
            counter.constant = value;
            // A running channel uses the new constant after its current countdown.
            counter.starts = !counter.runs;
        } else if value & CONTROL != 0 {
            self.control(n, value);
        } else if n == 0 {
            self.vector = value & 0xF8;
        }
    }

    /// Stops all channels and disables their interrupts.
    fn reset(&mut self) {
        for counter in &mut self.counters {
            counter.control &= !INTERRUPTS;
            let Counter { follows, runs, starts, pending, served, .. } = counter;
            for flag in [follows, runs, starts, pending, served] {
                *flag = false;
            }
        }
    }

    fn due(&self) -> u64 {
        self.due
    }

    fn look(&mut self, clocks: u64, _: &mut Physical<'_>) {
        self.due = NEVER;
        for (counter, pulses) in self.counters.iter_mut().zip(self.pulses) {
            if std::mem::take(&mut counter.starts) {
                (counter.runs, counter.value, counter.since) = (true, counter.period(), clocks);
            }
            let Some(ratio) = counter.ratio(self.ratio, pulses) else {
                counter.since = clocks;
                continue;
            };
            let elapsed = clocks.saturating_sub(counter.since) / ratio;
            counter.since += elapsed * ratio;
            if elapsed < counter.value {
                counter.value -= elapsed;
            } else {
                let period = counter.period();
                counter.value = period - (elapsed - counter.value) % period;
                counter.pending |= counter.control & INTERRUPTS != 0;
            }
            // The value of a channel that does not interrupt must be current whenever it is read.
            let counts = if counter.control & INTERRUPTS != 0 {
                counter.value
            } else {
                1
            };
            self.due = self.due.min(counter.since + ratio * counts);
        }
    }

    fn requests(&self) -> bool {
        self.urgent().is_some()
    }

    fn may_request(&self) -> bool {
        let mut counters = self.counters.iter().zip(self.pulses);
        counters.any(|(counter, pulses)| {
            counter.control & INTERRUPTS != 0 && (counter.starts || counter.ratio(self.ratio, pulses).is_some())
        })
    }

    fn serves(&self) -> bool {
        self.counters.iter().any(|counter| counter.served)
    }

    fn acknowledge(&mut self) -> u16 {
        let Some(n) = self.urgent() else { return 0xFFFF };
        (self.counters[n].pending, self.counters[n].served) = (false, true);
        0xFF00 | u16::from(self.vector) | (n as u16) << 1
    }

    fn returns(&mut self) -> bool {
        let served = self.counters.iter_mut().find(|counter| counter.served);
        served.map(|counter| counter.served = false).is_some()
    }

    fn period(&self, output: usize) -> u64 {
        let counter = self.counters[output];
        let ratio = counter.ratio(self.ratio, self.pulses[output]);
        ratio.map_or(0, |ratio| ratio * counter.period())
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        let at = archive.at();
        for counter in &mut self.counters {
            archive.byte(&mut counter.control)?;
            archive.byte(&mut counter.constant)?;
            archive.count(&mut counter.value)?;
            archive.count(&mut counter.since)?;
            let Counter { follows, runs, starts, pending, served, .. } = counter;
            for flag in [follows, runs, starts, pending, served] {
                archive.flag(flag)?;
            }
            archive.sense(at, counter.value <= 256 && counter.since <= u64::MAX / 2)?;
        }
        archive.byte(&mut self.vector)?;
        archive.count(&mut self.due)
    }
}
