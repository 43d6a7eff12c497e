//! Engines: faster ways to run a machine's program than one instruction at a time.

use alloc::boxed::Box;
use core::fmt::Debug;

use super::host::Banked;
use crate::bus::Location;
use crate::cpu::Cpu;
use crate::isa::Form;

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

/// Returns true if an instruction lies closely behind the one that ran before it. Otherwise the program has jumped, and
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
    /// Where it stops with clocks to spare, a flag may be out of date that the next instructions replace without
    /// looking at it. Whoever runs them up to the limit finds everything as [`Cpu::step`] would have left it.
    fn run(&mut self, on: &mut Running<'_>, limit: u64) -> Ran;

    /// The same engine for another machine.
    fn again(&self) -> Box<dyn Engine>;
}

impl Clone for Box<dyn Engine> {
    fn clone(&self) -> Self {
        self.again()
    }
}
