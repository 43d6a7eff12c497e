//! Decides when a program that accepts characters while doing other things receives the next line from a user who waits
//! until the program is ready. Examples are a system with a periodic timer interrupt, and a monitor that loops until an
//! interrupt has filled its buffer.
//!
//! All of this depends only on the machine's clock, so a repeated run receives the lines at the same clocks.

use super::device::{Channel, PATIENCE};
use crate::cpu::Cpu;
use crate::save::{Archive, SaveError};

/// Clocks between two checks of what the program does: 10 ms at 4 MHz.
const INTERVAL: u64 = 40_000;

/// The number of intervals without a character in either direction after which a program is considered ready for input;
/// and that number for a program that has halted before, but is busy now.
const QUIET: u32 = 25;
const BUSY: u32 = 1_000;

/// The number of idle intervals, one minute, after which a program is considered to be waiting only for its user; and
/// how many are deducted for an interval that ends in a handler.
const LONG: u32 = 6_000;
const TICKS: u32 = 8;

/// A program that polls memory written by an interrupt handler, in a loop of at most this many bytes, has the same
/// registers at each check.
const LOOP: u16 = 32;

/// The state of the checks whether the program is ready for input.
#[derive(Debug, Clone, Default)]
pub(crate) struct Listening {
    /// The clock of the next check, 0 if nothing listens; and whether something has begun to listen.
    due: u64,
    begins: bool,
    /// The number of intervals without a character; how many of them ended with the program idle; and whether the last
    /// one did.
    quiet: u32,
    rested: u32,
    rests: bool,
    /// True if the program has ever been found halted.
    halts: bool,
    /// The registers and PC at the last check.
    registers: [u16; 16],
    pc: u16,
    /// True if the program is ready for input.
    pub(crate) takes: bool,
}

impl Listening {
    /// Returns the clock of the next check; `u64::MAX` if there is none.
    pub(crate) const fn due(&self) -> u64 {
        if self.due == 0 || self.takes {
            u64::MAX
        } else {
            self.due
        }
    }

    /// Starts the checks, because a channel interrupts or is polled. Returns true if they were not active.
    pub(crate) const fn begin(&mut self) -> bool {
        self.begins |= self.due == 0;
        self.begins
    }

    /// Returns true if the program has been idle for so long that it is waiting only for a character.
    pub(crate) const fn waits(&self) -> bool {
        self.takes && self.rested >= LONG
    }

    /// Returns true if the program halts, polls or loops between its timer interrupts.
    pub(crate) const fn rests(&self) -> bool {
        self.rests
    }

    /// Restarts the checks after input was found to be unavailable or was delivered.
    pub(crate) const fn again(&mut self) {
        self.begins |= self.takes;
        self.takes = false;
    }

    /// Returns true if a check is due at a clock.
    pub(crate) const fn looks_at(&self, clocks: u64) -> bool {
        self.begins || clocks >= self.due()
    }

    /// Checks the channels and the state of the processor, if a check is due.
    pub(crate) fn look<'a>(&mut self, clocks: u64, cpu: &Cpu, channels: impl Iterator<Item = &'a mut Channel>) {
        if core::mem::take(&mut self.begins) {
            self.due = clocks + INTERVAL;
        }
        if clocks < self.due() {
            return;
        }
        self.due = 0;
        let (mut active, mut polls) = (false, false);
        for channel in channels {
            if channel.listens || channel.looks > 0 {
                self.due = clocks + INTERVAL;
            }
            active |= core::mem::take(&mut channel.active) || channel.listens && channel.has_more();
            channel.polled = core::mem::take(&mut channel.looks) >= PATIENCE;
            polls |= channel.polled;
        }
        let halted = cpu.halted();
        self.halts |= halted;
        let (registers, pc) = (core::array::from_fn(|n| cpu.register(n)), cpu.pc());
        let circles = registers == self.registers && pc.abs_diff(self.pc) < LOOP;
        (self.registers, self.pc) = (registers, pc);
        self.quiet = if active { 0 } else { self.quiet.saturating_add(1) };
        self.rests = halted || polls || circles;
        self.rested = match self.rests {
            _ if active => 0,
            true => self.rested.saturating_add(1),
            // Code run by a timer interrupt does not count as being busy.
            false => self.rested.saturating_sub(TICKS),
        };
        let enough = if self.rests || !self.halts { QUIET } else { BUSY };
        self.takes = self.due > 0 && self.quiet >= enough;
    }

    /// Writes the state to a save file, or reads it from one.
    pub(crate) fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        archive.count(&mut self.due)?;
        archive.flag(&mut self.begins)?;
        archive.long(&mut self.quiet)?;
        archive.long(&mut self.rested)?;
        archive.flag(&mut self.rests)?;
        archive.flag(&mut self.halts)?;
        for register in self.registers.iter_mut().chain([&mut self.pc]) {
            archive.word(register)?;
        }
        archive.flag(&mut self.takes)
    }
}
