//! Engines: faster ways of running a machine's program than one instruction at a time.

use alloc::boxed::Box;
use core::fmt::Debug;

use super::running::{EngineStop, Running};

/// Executes instructions in its own way, with exactly the results of [`Cpu::step`](crate::cpu::Cpu::step), clock for
/// clock. An engine belongs to one machine; for another machine or a copy, use [`clone_box`](Self::clone_box).
pub trait Engine: Debug + Send + Sync {
    /// Runs any number of instructions. Those that the engine executes itself do no input or output, do not halt, trap
    /// or change the mode, and do not raise the clock count above [`Running::limit`]. It must leave all others to
    /// [`Running::step`].
    ///
    /// If the engine stops before the limit, a flag that the next instructions replace without testing it may be out of
    /// date. At the limit, the state is as if every instruction had been executed by a step.
    fn run(&mut self, on: &mut Running<'_>) -> EngineStop;

    /// Returns an engine of the same kind for another machine.
    fn clone_box(&self) -> Box<dyn Engine>;

    /// Returns the work done so far. Default: none.
    fn work(&self) -> Work {
        Work::default()
    }
}

/// The work of an engine, in numbers that do not depend on the host's speed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Number of calls of native code.
    pub entries: u64,
    /// Instructions executed in native code.
    pub native: u64,
    /// Instructions that the interpreter executed one by one.
    pub steps: u64,
    /// Instructions that the interpreter ran until it reached a place for native code.
    pub passed: u64,
    /// Instructions that the interpreter executed while the engine was suspended and words were still watched.
    pub watching: u64,
    /// Number of traces generated.
    pub traces: u64,
    /// Bytes of native code generated.
    pub bytes: u64,
}

impl Clone for Box<dyn Engine> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}
