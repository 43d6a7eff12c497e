//! Engines: faster ways of running a machine's program than one instruction at a time.

use alloc::boxed::Box;
use core::fmt::Debug;

use super::running::{EngineStop, Running};

/// A way of running instructions, with exactly the results of [`Cpu::step`](crate::cpu::Cpu::step), clock for clock. An
/// engine belongs to one machine; for another machine or a copy, use [`again`](Self::again).
pub trait Engine: Debug + Send + Sync {
    /// Runs any number of instructions. Those that it executes itself do no input or output, do not halt, trap or
    /// change the mode, and do not raise the clocks above [`Running::limit`]. All others must be left to
    /// [`Running::step`].
    ///
    /// If it stops before the limit, a flag may be out of date if the next instructions replace it without testing it.
    /// Once they have been run up to the limit, everything is as a step would have left it.
    fn run(&mut self, on: &mut Running<'_>) -> EngineStop;

    /// The same engine for another machine.
    fn again(&self) -> Box<dyn Engine>;

    /// Its work so far.
    fn work(&self) -> Work {
        Work::default()
    }
}

/// The work of an engine, in numbers that do not depend on the host's speed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Number of times that it has called its code.
    pub entries: u64,
    /// Instructions executed in its code.
    pub native: u64,
    /// Instructions that it has left to the interpreter one by one.
    pub steps: u64,
    /// Instructions that it has let the interpreter run until there was code again.
    pub passed: u64,
    /// Instructions during which it stepped aside with words still watched.
    pub watching: u64,
    /// Number of traces generated.
    pub traces: u64,
    /// Bytes of native code generated.
    pub bytes: u64,
}

impl Clone for Box<dyn Engine> {
    fn clone(&self) -> Self {
        self.again()
    }
}
