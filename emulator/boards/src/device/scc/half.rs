//! The registers of a channel of a serial controller, and what a reset leaves of them.

/// A bit of WR15: an interrupt whenever the generator is at zero.
const ZERO_ENABLED: u8 = 0x02;

/// Never, in clocks.
pub(super) const NEVER: u64 = u64::MAX;

/// A channel's registers.
#[derive(Debug, Clone)]
pub(super) struct Half {
    pub(super) written: [u8; 16],
    pub(super) pointer: u8,
    /// An interrupt of the first character is to come.
    pub(super) first: bool,
    /// The transmitter has become empty, which has not been noticed yet.
    pub(super) sent: bool,
    /// A character that waits until the transmitter is enabled.
    pub(super) waiting: Option<u16>,
    /// The states of RR0 have changed, which keeps them as they were then: the generator was at zero.
    pub(super) changed: bool,
    pub(super) zero: bool,
    /// The program has reset the latch of the transmitter's underrun.
    pub(super) resumed: bool,
    /// When the generator is at zero next, if that interrupts.
    pub(super) next: u64,
}

/// A reset of an SCC.
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
    /// The channel after the power has come: what a hardware reset leaves as it was is 0.
    pub(super) fn new() -> Self {
        let written = std::array::from_fn(|register| Reset::Hardware.of(register).1);
        Self {
            written,
            pointer: 0,
            first: false,
            sent: false,
            waiting: None,
            changed: false,
            zero: false,
            resumed: false,
            next: NEVER,
        }
    }

    pub(super) fn reset(&mut self, reset: Reset) {
        let left = |register: usize| {
            let (kept, set) = reset.of(register);
            self.written[register] & kept | set
        };
        *self = Self { written: std::array::from_fn(left), ..Self::new() };
    }

    /// Returns true if changes of its states interrupt.
    pub(super) const fn notes_changes(&self) -> bool {
        self.written[1] & 1 != 0
    }

    /// Clocks between two zeros of its generator, in clocks of the chip; `None` if they do not interrupt.
    pub(super) fn period(&self) -> Option<u64> {
        let runs = self.written[14] & 1 != 0 && self.written[15] & ZERO_ENABLED != 0 && self.notes_changes();
        runs.then(|| u64::from(u16::from_be_bytes([self.written[13], self.written[12]])) + 2)
    }

    /// Lets the generator run up to a clock, with `ratio` clocks of the processor for one of the chip's.
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
