//! The timer: a counter that requests an interrupt whenever it expires.

use crate::cpu::{Cpu, Interrupt, Interrupts};
use crate::save::{Archive, SaveError};

/// Port of the period register, a word: 1 to 65,535 in units of [`CLOCKS`], or 0 to stop the timer. Writing it starts a
/// new period.
pub const PERIOD_PORT: u16 = 0xFF10;

/// Writing any word to this port withdraws the request.
pub const TAKEN_PORT: u16 = 0xFF12;

/// Processor clocks per count of the timer.
pub const CLOCKS: u64 = 16;

/// Never, in clocks.
const NEVER: u64 = u64::MAX;

/// A timer that requests an interrupt at the end of each period; that of the [`Board`](super::Board) uses the
/// non-vectored line (NVI).
///
/// # Example
///
/// ```
/// use z8000::board::{PERIOD_PORT, Signal, Timer};
///
/// let mut timer = Timer::default();
/// // Ten counts of 16 clocks, from clock 0 on.
/// timer.write(PERIOD_PORT, 10);
/// assert_eq!(timer.look(0), Signal::None);
/// assert_eq!(timer.due(), 160);
/// assert_eq!(timer.look(160), Signal::Request);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timer {
    /// Clocks of a period, 0 while it is stopped.
    period: u64,
    /// The board's clocks at which it has run down next.
    next: u64,
    /// The period was written, and the clocks have not been checked since.
    restarts: bool,
    /// The request is to be taken back.
    taken: bool,
    /// The board's clocks at which it is to be looked at; 0 for at once.
    due: u64,
}

/// How a timer's interrupt request changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Request an interrupt.
    Request,
    /// Withdraw the request.
    Withdraw,
    /// No change.
    None,
}

impl Signal {
    /// Applies the change to a processor, given the interrupt line and the identifier of the timer.
    pub fn hand(self, cpu: &mut Cpu, interrupt: Interrupt, identifier: u16) {
        match self {
            Self::Request => cpu.request(interrupt, identifier),
            Self::Withdraw => cpu.withdraw(interrupt),
            Self::None => {}
        }
    }
}

impl Default for Timer {
    fn default() -> Self {
        Self { period: 0, next: NEVER, restarts: false, taken: false, due: NEVER }
    }
}

impl Timer {
    /// Returns true if the timer is running.
    #[must_use]
    pub const fn runs(&self) -> bool {
        self.period > 0
    }

    /// Returns the given interrupt while the timer is running; otherwise, no interrupts.
    #[must_use]
    pub fn awaited(&self, interrupt: Interrupt) -> Interrupts {
        if self.runs() {
            interrupt.into()
        } else {
            Interrupts::NONE
        }
    }

    /// Writes the timer's state to a save file, or reads it from one.
    ///
    /// # Errors
    ///
    /// The file ends too early, or the state in it is impossible for a timer.
    pub fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        let at = archive.at();
        for count in [&mut self.period, &mut self.next, &mut self.due] {
            archive.count(count)?;
        }
        archive.flag(&mut self.restarts)?;
        archive.flag(&mut self.taken)?;
        // A timer that stands is never due, or it would be asked how many periods have passed.
        let stands = self.period == 0 && !self.restarts;
        let possible = self.period <= u64::from(u16::MAX) * CLOCKS && (!stands || self.next == NEVER);
        archive.sense(at, possible)
    }

    /// The board's clock count at which [`look`](Self::look) must be called: 0 for immediately, `u64::MAX` for never.
    #[must_use]
    #[inline(always)]
    pub const fn due(&self) -> u64 {
        self.due
    }

    /// Handles the program's write of a word to a port; ports other than the timer's are ignored.
    pub fn write(&mut self, port: u16, value: u16) {
        match port {
            PERIOD_PORT => {
                self.period = u64::from(value) * CLOCKS;
                self.restarts = true;
            }
            TAKEN_PORT => self.taken = true,
            _ => return,
        }
        self.due = 0;
    }

    /// Updates the timer at the end of an instruction, once the board's clock has reached [`due`](Self::due), and
    /// returns the change of its request.
    pub fn look(&mut self, clocks: u64) -> Signal {
        let mut signal = Signal::None;
        if core::mem::take(&mut self.taken) {
            signal = Signal::Withdraw;
        }
        if core::mem::take(&mut self.restarts) {
            self.next = if self.runs() { clocks + self.period } else { NEVER };
        }
        if self.next <= clocks {
            signal = Signal::Request;
            // An instruction may take longer than a period.
            let missed = (clocks - self.next) / self.period;
            self.next += (missed + 1) * self.period;
        }
        self.due = self.next;
        signal
    }
}
