//! Bus cycles as a listener sees them: the state of the lines, and the clock.
//!
//! [`Timed`] runs a processor on a bus and reports each cycle to a [`Listener`]. The interpreter is not involved, so a
//! bus without a listener costs nothing. The order of the cycles and the clocks of instructions were measured; the
//! clock of a cycle within its instruction follows from the row of the instruction and from manuals.

mod pace;
mod refresh;
mod timed;

use z8000::bus::{Location, Status};
use z8000::cpu::Interrupt;

pub use timed::Timed;

/// The purpose of a bus cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// An internal operation: a halted processor checks for interrupts.
    Internal,
    /// The refresh of a row of dynamic memory.
    Refresh,
    /// An access to a port.
    Port {
        /// True for the special I/O space.
        special: bool,
    },
    /// The acknowledgement of an interrupt.
    Acknowledge(Interrupt),
    /// A memory access.
    Memory(Status),
    /// The transfer of a word between the processor and an extended processing unit. Transfers between a unit and
    /// memory are [`Memory`](Self::Memory).
    Unit,
}

impl Purpose {
    /// Returns the status lines ST3 to ST0 as a number, 0 to 15.
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

    /// Clocks of a cycle, including the automatic wait states (one of a port access, five of an acknowledgement) but no
    /// others.
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
    /// The clock at which the cycle begins, from the beginning of the instruction.
    pub clock: u32,
    /// The purpose, which determines the status lines.
    pub purpose: Purpose,
    /// The memory address, the port or the refresh row, the latter two in segment 0. Bit 0 of a word's address, which
    /// memory ignores, is as it is on the lines.
    pub at: Location,
    /// The word on the data lines, or the byte, 0 to 255.
    pub data: u16,
    /// Size of the transfer, 1 or 2 bytes.
    pub bytes: u8,
    /// True if the processor writes.
    pub write: bool,
    /// Wait states, in clocks, in addition to [`Purpose::clocks`].
    pub waits: u32,
}

/// A listener that receives bus cycles.
pub trait Listener<B: ?Sized> {
    /// Receives each bus cycle, in order, after the bus has performed it.
    fn hears(&mut self, bus: &B, cycle: &Cycle);
}
