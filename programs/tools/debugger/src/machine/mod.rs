//! The interface between the debugger and a machine.
//!
//! The board is built in, so that observing it costs as little as possible; any other machine is a [`Machine`].

mod subject;

use z8000::board::Memory;
use z8000::cpu::Event;
use z8000::run::{NoProbe, Probe};

pub(crate) use subject::Subject;
pub use z8000::machine::{Address, Fault, Look, Machine, Outside};

/// A probe for any machine. On the board, the methods of [`Probe`] are called; on any other machine, those of this
/// trait.
pub trait Observer: Probe<Memory> {
    /// Called before each instruction.
    fn sees(&mut self, machine: &dyn Machine) {
        let _ = machine;
    }

    /// Called before each instruction, and before [`sees`](Self::sees). Return true to stop the run here.
    fn stops_before(&mut self, machine: &dyn Machine) -> bool {
        let _ = machine;
        false
    }

    /// Executes the instruction.
    ///
    /// # Errors
    ///
    /// The program cannot continue.
    fn carry_out(&mut self, machine: &mut dyn Machine) -> Result<Event, Fault> {
        machine.step(None)
    }
}

impl Observer for NoProbe {}
