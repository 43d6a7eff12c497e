//! The registers of a serial controller's channel, and their values after a reset.

use z8000::machine::{BREAK, CTS, DCD};

/// The bit of WR15 that enables an interrupt whenever the baud rate generator reaches zero.
const ZERO_ENABLED: u8 = 0x02;

/// The bits of RR0 that show pins: break, CTS and DCD.
pub(super) const PINS: u8 = BREAK | CTS | DCD;

/// A clock that is never reached.
pub(super) const NEVER: u64 = u64::MAX;

/// The registers and the state of a channel.
#[derive(Debug, Clone, Default)]
pub(super) struct Half {
    pub(super) written: [u8; 16],
    pub(super) pointer: u8,
    /// True if the next character received causes the interrupt on the first character.
    pub(super) first: bool,
    /// True if the transmitter has become empty and its interrupt is pending.
    pub(super) sent: bool,
    /// A character that is sent once the transmitter is enabled.
    pub(super) waiting: Option<u16>,
    /// True if the external status has changed, which latches RR0; and whether the generator was at zero.
    pub(super) changed: bool,
    pub(super) zero: bool,
    /// True if the program has reset the transmit underrun latch.
    pub(super) resumed: bool,
    /// The clock at which the generator next reaches zero, if that interrupts.
    pub(super) next: u64,
    /// The levels of the pins, their latched levels, and how often a break has begun or ended since the latches closed.
    pub(super) pins: u8,
    pub(super) latched: u8,
    pub(super) breaks: u8,
    /// True if the receiver is locked by a character with an error that the program has read but not reset.
    pub(super) locked: bool,
    /// The character that is being sent, and the clock at which it ends.
    pub(super) sending: Option<u16>,
    pub(super) until: u64,
}

/// The kinds of resets of an SCC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reset {
    Channel,
    Hardware,
}

impl Reset {
    /// The bits of a write register that a reset keeps, and those that it sets: the table of reset values in the SCC User
    /// Manual. WR9 belongs to the chip. In that table a hardware reset closes the local loop by bit 4 of WR14; the text on
    /// that bit says that it opens it, and programs that leave WR14 alone rely on that.
    const fn of(self, register: usize) -> (u8, u8) {
        match (register, self) {
            (1, _) => (0x24, 0),
            (3, _) => (0xFE, 0),
            (4, _) => (0xFB, 0x04),
            (5, _) => (0x61, 0),
            (10, Self::Channel) => (0x60, 0),
            (10, Self::Hardware) => (0, 0),
            (11, Self::Hardware) => (0, 0x08),
            (14, Self::Channel) => (0xC3, 0x20),
            (14, Self::Hardware) => (0xC0, 0x20),
            (15, _) => (0, 0xF8),
            _ => (0xFF, 0),
        }
    }
}

impl Half {
    /// Creates a channel as after power-up: where a hardware reset leaves a bit unchanged, it is 0.
    pub(super) fn new() -> Self {
        let written = std::array::from_fn(|register| Reset::Hardware.of(register).1);
        Self {
            written,
            next: NEVER,
            pins: CTS | DCD,
            latched: CTS | DCD,
            until: NEVER,
            ..Self::default()
        }
    }

    pub(super) fn reset(&mut self, reset: Reset) {
        let left = |register: usize| {
            let (kept, set) = reset.of(register);
            self.written[register] & kept | set
        };
        self.clear(std::array::from_fn(left));
    }

    /// Resets the channel to these registers; the pins keep their levels.
    pub(super) fn clear(&mut self, written: [u8; 16]) {
        let Self { pins, .. } = *self;
        *self = Self { written, pins, latched: pins, ..Self::new() };
    }

    /// Updates the pins. A change of a monitored pin closes the latches; while they are closed, only the changes of the
    /// break are counted.
    pub(super) fn sense(&mut self, pins: u8, watched: u8) {
        let turned = (pins ^ std::mem::replace(&mut self.pins, pins)) & watched;
        if self.changed {
            self.breaks = self.breaks.saturating_add(turned >> 7);
        } else {
            (self.latched, self.changed) = (pins, turned != 0);
        }
    }

    /// Opens the latches after the program has read the change. They close again if the pins differ from the latched
    /// levels, and once per counted begin or end of a break.
    pub(super) fn note(&mut self, watched: u8) {
        let next = match self.breaks.checked_sub(1) {
            Some(left) => {
                self.breaks = left;
                self.pins & !BREAK | !self.latched & BREAK
            }
            None => self.pins,
        };
        self.changed = (next ^ self.latched) & watched & PINS != 0;
        (self.latched, self.zero) = (next, false);
    }

    /// Returns the processor clocks per character. `pin` and `chip` are the processor clocks per pulse of the channel's
    /// clock pin, as a fraction, and per chip clock. Without a clock, the character never ends.
    pub(super) fn frame(&self, sends: bool, pin: (u64, u64), chip: Option<u64>) -> u64 {
        let written = &self.written;
        let (bits, source) = match sends {
            true => (written[5] >> 5, written[11] >> 3),
            false => (written[3] >> 6, written[11] >> 5),
        };
        let (pulse, parts) = match chip {
            Some(chip) if source & 3 == 2 => {
                let (pulse, parts) = if written[14] & 2 == 0 { pin } else { (chip, 1) };
                let runs = u64::from(written[14] & 1);
                (pulse.saturating_mul(2 * runs * self.count()), parts)
            }
            Some(_) if source & 3 == 3 => (0, 1),
            _ => pin,
        };
        if pulse == 0 {
            return NEVER;
        }
        let bits = 1 + [5, 7, 6, 8][usize::from(bits & 3)] + u64::from(written[4] & 1);
        let halves = 2 * bits + [2, 2, 3, 4][usize::from(written[4] >> 2 & 3)];
        let mode = [1, 16, 32, 64][usize::from(written[4] >> 6)];
        pulse.saturating_mul(halves * mode).div_ceil(2 * parts).min(NEVER / 4)
    }

    /// Returns the counts per period of the baud rate generator.
    fn count(&self) -> u64 {
        u64::from(u16::from_be_bytes([self.written[13], self.written[12]])) + 2
    }

    /// Returns true if changes of the external status interrupt.
    pub(super) const fn notes_changes(&self) -> bool {
        self.written[1] & 1 != 0
    }

    /// Returns the chip clocks between two zeros of the generator; `None` if they do not interrupt.
    pub(super) fn period(&self) -> Option<u64> {
        let runs = self.written[14] & 1 != 0 && self.written[15] & ZERO_ENABLED != 0 && self.notes_changes();
        runs.then(|| self.count())
    }

    /// Advances the generator to a clock, with `ratio` processor clocks per chip clock.
    pub(super) fn pass(&mut self, clocks: u64, ratio: u64) {
        let Some(period) = self.period().map(|period| period * ratio) else {
            self.next = NEVER;
            return;
        };
        if self.next == NEVER {
            self.next = clocks + period;
        }
        if self.next <= clocks {
            self.next += ((clocks - self.next) / period + 1) * period;
            self.zero |= !self.changed;
            self.changed = true;
        }
    }
}
