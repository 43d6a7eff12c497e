//! Decides when a program that accepts characters while doing other things receives the next line, from a user who
//! waits until the program is ready. Examples are a system whose timer ticks, and a monitor that spins until an
//! interrupt has filled its buffer.
//!
//! All of this depends only on the machine's clock, so a repeated run receives them at the same moments.

use super::device::{Channel, PATIENCE};
use crate::cpu::Cpu;
use crate::save::{Archive, SaveError};

/// Clocks between two looks at what the program does: 10 ms at 4 MHz.
const INTERVAL: u64 = 40_000;

/// Intervals without a character in either direction after which a program has nothing better to do; and after which one
/// has that halts when it has nothing to do, but has not done so.
const QUIET: u32 = 25;
const BUSY: u32 = 1_000;

/// Intervals after which a program that halts or polls waits for a user, and nothing else: a minute. Those that fall
/// into a handler are deducted.
const LONG: u32 = 6_000;
const TICKS: u32 = 8;

/// A program that waits in a loop of at most this many bytes, for what an interrupt's handler leaves in memory, has the
/// same registers at each look.
const LOOP: u16 = 32;

/// What the program does about its serial channels.
#[derive(Debug, Clone, Default)]
pub(crate) struct Listening {
    /// When this is to be looked at; 0 without listeners. There is one now.
    due: u64,
    begins: bool,
    /// Intervals without a character, and those of them at whose ends it had halted or was polling; the last of them.
    quiet: u32,
    rested: u32,
    rests: bool,
    /// It has halted before.
    halts: bool,
    /// The registers and PC at the last look.
    registers: [u16; 16],
    pc: u16,
    /// It would take characters now.
    pub(crate) takes: bool,
}

impl Listening {
    /// The clock of the next look.
    pub(crate) const fn due(&self) -> u64 {
        if self.due == 0 || self.takes {
            u64::MAX
        } else {
            self.due
        }
    }

    /// Somebody listens, or looks while others interrupt. Returns true if that is new.
    pub(crate) const fn begin(&mut self) -> bool {
        self.begins |= self.due == 0;
        self.begins
    }

    /// Returns true if the program has rested for so long that it waits for a character alone.
    pub(crate) const fn waits(&self) -> bool {
        self.takes && self.rested >= LONG
    }

    /// Returns true if the program halts, polls or runs in a circle between its ticks.
    pub(crate) const fn rests(&self) -> bool {
        self.rests
    }

    /// No character is available, or some were sent: it is checked again.
    pub(crate) const fn again(&mut self) {
        self.begins |= self.takes;
        self.takes = false;
    }

    /// Returns true if [`look`](Self::look) has something to do at a clock.
    pub(crate) const fn looks_at(&self, clocks: u64) -> bool {
        self.begins || clocks >= self.due()
    }

    /// Looks at the channels, and at what the processor does.
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
            // The handler of a tick is no work.
            false => self.rested.saturating_sub(TICKS),
        };
        let enough = if self.rests || !self.halts { QUIET } else { BUSY };
        self.takes = self.due > 0 && self.quiet >= enough;
    }

    /// Its state goes into a save file, or comes out of one.
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
