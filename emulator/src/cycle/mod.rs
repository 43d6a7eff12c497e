//! Bus cycles, for a listener: what is on the lines, and at which clock.
//!
//! [`Timed`] runs a processor on a bus and tells a [`Listener`] each cycle. The interpreter knows nothing of it, so that
//! a bus without a listener costs nothing. The order of the cycles and the clocks of instructions were measured; the
//! clock of a cycle within its instruction follows from the row of the instruction and from manuals.

mod refresh;
mod timed;

use crate::bus::{Location, Status};
use crate::cpu::Interrupt;

pub use timed::Timed;

/// The purpose of a bus cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// None: a halted processor checks for interrupts.
    Internal,
    /// A row of dynamic memory is refreshed.
    Refresh,
    /// A port, in the special I/O space if set.
    Port {
        /// The special I/O space.
        special: bool,
    },
    /// An interrupt is acknowledged.
    Acknowledge(Interrupt),
    /// Memory.
    Memory(Status),
    /// A word between the processor and an extended processing unit. Those between a unit and memory are
    /// [`Memory`](Self::Memory).
    Unit,
}

impl Purpose {
    /// ST3 to ST0 as a number, 0 to 15.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::cycle::Purpose;
    ///
    /// // Table of the manual.
    /// assert_eq!(Purpose::Refresh.lines(), 0b0001);
    /// assert_eq!(Purpose::Port { special: true }.lines(), 0b0011);
    /// ```
    #[must_use]
    pub const fn lines(self) -> u8 {
        match self {
            Self::Internal => 0b0000,
            Self::Refresh => 0b0001,
            Self::Port { special: false } => 0b0010,
            Self::Port { special: true } => 0b0011,
            Self::Acknowledge(Interrupt::SegmentTrap) => 0b0100,
            Self::Acknowledge(Interrupt::NonMaskable) => 0b0101,
            Self::Acknowledge(Interrupt::NonVectored) => 0b0110,
            Self::Acknowledge(Interrupt::Vectored) => 0b0111,
            Self::Memory(status) => status.space.lines(),
            Self::Unit => 0b1110,
        }
    }

    /// Clocks of a cycle without wait states: those of ports and acknowledgements contain the automatic ones, one and
    /// five.
    #[must_use]
    pub const fn clocks(self) -> u32 {
        match self {
            Self::Internal | Self::Refresh | Self::Memory(_) => 3,
            Self::Port { .. } | Self::Unit => 4,
            Self::Acknowledge(_) => 10,
        }
    }
}

/// A bus cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cycle {
    /// The clock at which it begins, from the beginning of the instruction.
    pub clock: u32,
    /// Its purpose, which determines the status lines.
    pub purpose: Purpose,
    /// The address in memory, the port or the row, the latter two in segment 0. Bit 0 of the address of a word, which
    /// memory ignores, is as it is on the lines.
    pub at: Location,
    /// The word on the data lines, or the byte.
    pub data: u16,
    /// 1 or 2 bytes.
    pub bytes: u8,
    /// Set if the processor writes.
    pub write: bool,
    /// Wait states, in clocks, that follow those of [`Purpose::clocks`].
    pub waits: u32,
}

/// Hears bus cycles.
pub trait Listener<B: ?Sized> {
    /// Called for each bus cycle, in order, when the bus has carried it out.
    fn hears(&mut self, bus: &B, cycle: &Cycle);
}
