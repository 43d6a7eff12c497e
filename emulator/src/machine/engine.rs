//! Engines: faster ways to run a board's program than one instruction at a time.

use alloc::boxed::Box;
use core::ops::Range;

use super::memory::Memory;
use crate::cpu::Cpu;

/// A board while an engine runs it.
#[derive(Debug)]
pub struct Running<'a> {
    /// The processor. It neither halts nor has an interrupt requested.
    pub cpu: &'a mut Cpu,
    /// The memories.
    pub memory: &'a mut Memory,
    /// The addresses between which code may run.
    pub loaded: Range<u32>,
    /// Clocks since the board was made.
    pub clocks: &'a mut u64,
    /// Instructions since the board was made.
    pub instructions: &'a mut u64,
}

/// Where an engine has stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ran {
    /// At an instruction that it leaves to the interpreter.
    Before,
    /// Where the limit is near, or where the program has come so seldom that the interpreter may as well do it.
    Anywhere,
    /// The program has left the addresses between which code may run.
    Outside {
        /// Address of the last instruction.
        from: u16,
    },
}

/// A way to run instructions. What it does must be what [`Cpu::step`] does, to the clock.
pub trait Engine: core::fmt::Debug + Send + Sync {
    /// Runs instructions, none or many, and counts them and their clocks. It runs none that does input or output or
    /// could halt, trap or change the mode, and none that would bring the clocks above the limit.
    ///
    /// Where it stops with clocks to spare, a flag may be out of date that the next instructions replace without looking
    /// at it. Whoever runs them up to the limit finds everything as [`Cpu::step`] would have left it.
    fn run(&mut self, on: &mut Running<'_>, limit: u64) -> Ran;

    /// The same engine for another board.
    fn again(&self) -> Box<dyn Engine>;
}

impl Clone for Box<dyn Engine> {
    fn clone(&self) -> Self {
        self.again()
    }
}
