//! Engines: faster ways to run a machine's program than one instruction at a time.

use alloc::boxed::Box;
use core::fmt::Debug;

use super::running::{EngineStop, Running};

/// A way to run instructions. What it does must be what [`Cpu::step`](crate::cpu::Cpu::step) does, to the clock. An
/// engine belongs to one machine; another one, or a copy, gets [`again`](Self::again).
pub trait Engine: Debug + Send + Sync {
    /// Runs instructions, none or many. Those that it carries out itself do no input or output, do not halt, trap or
    /// change the mode, and do not bring the clocks above [`Running::limit`]. All others it leaves to
    /// [`Running::step`].
    ///
    /// Where it stops with clocks to spare, a flag may be out of date that the next instructions replace without
    /// looking at it. Whoever runs them up to the limit finds everything as a step would have left it.
    fn run(&mut self, on: &mut Running<'_>) -> EngineStop;

    /// The same engine for another machine.
    fn again(&self) -> Box<dyn Engine>;

    /// Its work so far.
    fn work(&self) -> Work {
        Work::default()
    }
}

/// The work of an engine, in numbers that do not depend on the host's clock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Times that it has called its code.
    pub entries: u64,
    /// Instructions of its code that were run.
    pub native: u64,
    /// Instructions that it has left to the interpreter one by one.
    pub steps: u64,
    /// Instructions that it has had the interpreter run until there is code again.
    pub passed: u64,
    /// Instructions for which it has stepped aside with words still watched.
    pub watching: u64,
    /// Traces that it has made.
    pub traces: u64,
    /// Bytes of native code that it has made.
    pub bytes: u64,
}

impl Clone for Box<dyn Engine> {
    fn clone(&self) -> Self {
        self.again()
    }
}
