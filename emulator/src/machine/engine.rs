//! Engines: faster ways to run a machine's program than one instruction at a time.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::Range;

use crate::bus::{Location, Status};
use crate::cpu::{Cpu, Step};
use crate::isa::Form;

/// Memory that a segment is mapped to.
pub type Bank = [u8; 0x1_0000];

/// Bytes of a line: what is watched at once.
pub const LINE: usize = 64;

/// The lines of a bank, in the order of their addresses. Engines store into a line that has 0 here; stores into any other
/// they leave to [`Banked::step`].
pub type Lines = [u8; 0x1_0000 / LINE];

/// The line that an offset lies in.
#[must_use]
#[inline(always)]
pub const fn line_of(offset: u16) -> usize {
    offset as usize / LINE
}

/// The program that a machine runs, as far as an engine may keep code for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Code<'a> {
    /// Program memory that seldom changes: machines with the same one share their code.
    Fixed {
        /// A number that only memories with the same program have, of all machines.
        version: u64,
        /// Its bytes.
        bytes: &'a Bank,
        /// The offsets at which code may run.
        loaded: Range<u32>,
    },
    /// Memory that the program may write to. The engine says which lines it has code of.
    Watched,
}

/// The memory of a machine, in banks, as engines see it. Devices are at ports alone; an access to memory has no other
/// effect, and takes the same clocks everywhere.
pub trait Banked: Debug {
    /// The banks.
    fn banks(&self) -> &[Bank];

    /// The banks to run on, and the lines of each.
    fn banks_and_lines(&mut self) -> (&mut [Bank], &[Lines]);

    /// The bank that an access to a segment, 0 to 127, goes to: always the same one. The first words of instructions are
    /// in the same banks as their further words.
    fn bank(&self, status: Status, segment: u8) -> usize;

    /// Whether code may run at an address.
    fn may_run(&self, at: Location) -> bool;

    /// The program.
    fn code(&self) -> Code<'_>;

    /// Runs one instruction of a processor on this memory; see [`Cpu::step`].
    fn step(&mut self, cpu: &mut Cpu) -> Step;

    /// From now on no line is watched.
    fn unwatch(&mut self) {}

    /// The engine has code of a line: from now on stores there are noted.
    fn watch(&mut self, bank: usize, line: usize) {
        let _ = (bank, line);
    }

    /// Banks and lines that were watched and have changed since this was last asked. They are not watched any more.
    fn changed(&mut self) -> Vec<(usize, usize)> {
        Vec::new()
    }
}

/// A machine while an engine runs it.
#[derive(Debug)]
pub struct Running<'a> {
    /// The processor. It neither halts nor has an interrupt requested.
    pub cpu: &'a mut Cpu,
    /// The memory.
    pub memory: &'a mut dyn Banked,
    /// Clocks since the machine was made.
    pub clocks: &'a mut u64,
    /// Instructions since the machine was made.
    pub instructions: &'a mut u64,
}

/// Where an engine has stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ran {
    /// At an instruction that it leaves to the interpreter.
    Before,
    /// Where the limit is near, or where the program has come so seldom that the interpreter may as well do it.
    Anywhere,
    /// The program has left the addresses at which code may run.
    Outside {
        /// Offset of the last instruction.
        from: u16,
    },
}

/// The longest instruction in bytes.
const LONGEST: u16 = 2 * Form::MAX_WORDS as u16;

/// Whether an instruction lies closely behind the one that ran before it. Where it does not, the program has jumped, and
/// an interpreter that took over from an engine lets the engine look again.
#[must_use]
#[inline(always)]
pub fn follows(before: Location, now: Location) -> bool {
    let distance = now.offset().wrapping_sub(before.offset());
    now.segment() == before.segment() && (1..=LONGEST).contains(&distance)
}

/// A way to run instructions. What it does must be what [`Cpu::step`] does, to the clock. An engine belongs to one
/// machine; another one, or a copy, gets [`again`](Self::again).
pub trait Engine: Debug + Send + Sync {
    /// Runs instructions, none or many, and counts them and their clocks. It runs none that does input or output or
    /// could halt, trap or change the mode, and none that would bring the clocks above the limit.
    ///
    /// Where it stops with clocks to spare, a flag may be out of date that the next instructions replace without looking
    /// at it. Whoever runs them up to the limit finds everything as [`Cpu::step`] would have left it.
    fn run(&mut self, on: &mut Running<'_>, limit: u64) -> Ran;

    /// The same engine for another machine.
    fn again(&self) -> Box<dyn Engine>;
}

impl Clone for Box<dyn Engine> {
    fn clone(&self) -> Self {
        self.again()
    }
}
