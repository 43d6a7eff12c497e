//! An operating system that the host provides for a machine's program.

use alloc::boxed::Box;
use core::fmt::Debug;

use super::look::Fault;
use super::world::World;
use crate::cpu::{Cpu, Event, Step, Trap};
use crate::run::Probe;

/// An operating system provided by the host, which answers the traps of a program: immediately or, for a debugger, in
/// two steps: the trap enters a handler, and the next step answers the call and executes the handler's first
/// instruction.
pub trait System: Debug + Send + Sync {
    /// Returns a copy of the system, for a copy of the machine.
    fn clone_box(&self) -> Box<dyn System>;

    /// Handles a trap that has just been taken. Returns false to end the run.
    ///
    /// # Errors
    ///
    /// The program has made an invalid call.
    fn trapped(&mut self, trap: Trap, cpu: &mut Cpu, world: &mut World) -> Result<bool, Fault>;

    /// Returns true if the next step answers a call. Default: false, for a system that answers in
    /// [`trapped`](Self::trapped).
    fn is_called(&self) -> bool {
        false
    }

    /// Answers a call. Must not be called at other times.
    ///
    /// # Errors
    ///
    /// The program cannot continue.
    fn answer(&mut self, cpu: &mut Cpu, world: &mut World) -> Result<Answered, Fault> {
        let _ = (cpu, world);
        Ok(Answered::Continues)
    }
}

impl Clone for Box<dyn System> {
    fn clone(&self) -> Self {
        self.as_ref().clone_box()
    }
}

/// How a program proceeds after the answer to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answered {
    /// The call is complete, and the program continues after it.
    Continues,
    /// The call waits for a character: the step has no effect and is repeated.
    Waits,
    /// The call ends the program, and so the run.
    Ended,
}

/// A probe that lets the operating system answer calls.
pub(super) struct Answering<'a, P: ?Sized> {
    pub(super) probe: &'a mut P,
    pub(super) system: &'a mut dyn System,
    pub(super) fault: Option<Fault>,
    /// True if the last step did nothing because the program has ended.
    pub(super) ended: bool,
}

impl<P: Probe<World> + ?Sized> Probe<World> for Answering<'_, P> {
    fn instruction(&mut self, clocks: u64, cpu: &Cpu, world: &World) {
        self.probe.instruction(clocks, cpu, world);
    }

    fn stops(&mut self, clocks: u64, cpu: &Cpu, world: &World) -> bool {
        self.probe.stops(clocks, cpu, world)
    }

    fn step(&mut self, cpu: &mut Cpu, world: &mut World) -> Step {
        if !self.system.is_called() {
            return self.probe.step(cpu, world);
        }
        match self.system.answer(cpu, world) {
            Ok(Answered::Continues) => self.probe.step(cpu, world),
            Ok(Answered::Waits) => Step { event: Event::Retired, clocks: 1 },
            Ok(Answered::Ended) => {
                self.ended = true;
                Step { event: Event::Halted, clocks: 0 }
            }
            Err(fault) => {
                self.fault = Some(fault);
                Step { event: Event::Halted, clocks: 0 }
            }
        }
    }

    fn served(&mut self, cpu: &Cpu, world: &mut World) {
        self.probe.served(cpu, world);
    }
}
