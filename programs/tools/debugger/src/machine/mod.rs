//! The interface between the debugger and a machine.
//!
//! The board is built in, so that watching it costs as little as possible; any other machine is a [`Machine`].

mod address;
mod look;
mod subject;

use std::fmt::Debug;

use thiserror::Error;
use z8000::board::{Memory, RunError};
use z8000::cpu::{Cpu, Event};
use z8000::run::{NoProbe, Probe};

pub use crate::breakpoint::{Peek, Watch, Watched};
pub use address::Address;
pub use look::Look;
pub(crate) use subject::Subject;

/// The reason why a machine cannot continue.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// The board.
    #[error(transparent)]
    Board(#[from] RunError),
    /// Another machine, in its own words.
    #[error("{0}")]
    Machine(String),
}

/// A machine that the debugger can run, copy and look into. It is deterministic: a copy that is given the same
/// characters after the same numbers of instructions continues in the same way.
pub trait Machine: Look + Debug + Send + Sync {
    /// A copy, with all devices.
    fn again(&self) -> Box<dyn Machine>;

    /// The size of a copy in bytes.
    fn bytes(&self) -> usize;

    /// The processor.
    fn cpu(&self) -> &Cpu;

    /// The processor, to change it.
    fn cpu_mut(&mut self) -> &mut Cpu;

    /// Clocks since the start.
    fn clocks(&self) -> u64;

    /// Instructions since the start.
    fn instructions(&self) -> u64;

    /// Returns true if there is memory at an address.
    fn holds(&self, program: bool, at: Address) -> bool;

    /// Changes bytes of memory, of ROM too; where there is none nothing happens.
    fn store(&mut self, program: bool, at: Address, bytes: &[u8]);

    /// Runs a number of instructions. Returns true if it halted before their end.
    ///
    /// # Errors
    ///
    /// If the program cannot continue.
    fn advance(&mut self, instructions: u64) -> Result<bool, Fault>;

    /// Runs one instruction, and notes the accesses that are watched. It returns [`Event::Halted`] only if
    /// nothing can wake the processor.
    ///
    /// # Errors
    ///
    /// If the program cannot continue.
    fn step(&mut self, watch: Option<&mut Watch>) -> Result<Event, Fault>;

    /// The number of its serial ports.
    fn ports(&self) -> usize;

    /// The serial port at which the user of the debugger is, if there is one.
    fn console(&self) -> Option<usize>;

    /// The serial ports at which the program does nothing but wait for a character; none if it does something else.
    fn waits_at(&self) -> Vec<usize>;

    /// Takes the part that the user's serial port receives at once, such as a line, from the beginning of a text.
    fn next_input(&self, text: &mut &[u8]) -> Vec<u8>;

    /// Returns true if a serial port interrupts the program when a character comes.
    fn interrupts(&self, port: usize) -> bool;

    /// Gives a serial port characters to receive.
    fn send(&mut self, port: usize, characters: &[u8]);

    /// Takes the characters that a serial port has sent.
    fn take_output(&mut self, port: usize) -> Vec<u8>;

    /// The number of characters ever taken from a serial port.
    fn taken(&self, port: usize) -> u64;
}

/// The connections of the serial ports of a machine, except that of the user of the debugger.
pub trait Outside: Debug + Send {
    /// Returns the characters for a port since the last call. `waits`: the program does nothing but wait for them.
    ///
    /// # Errors
    ///
    /// If the connection fails.
    fn receive(&mut self, port: usize, waits: bool) -> Result<Vec<u8>, Fault>;

    /// Passes on the characters that a port has sent.
    ///
    /// # Errors
    ///
    /// If the connection fails.
    fn transmit(&mut self, port: usize, characters: &[u8]) -> Result<(), Fault>;

    /// Returns true if characters may come for a port at any time, by themselves.
    fn is_live(&self, port: usize) -> bool;
}

/// A probe for any machine: on the board it is a [`Probe`], on others these methods are called.
pub trait Observer: Probe<Memory> {
    /// Called before each instruction.
    fn sees(&mut self, machine: &dyn Machine) {
        let _ = machine;
    }

    /// Called before each instruction, and before [`sees`](Self::sees); returns true if the run stops here.
    fn stops_before(&mut self, machine: &dyn Machine) -> bool {
        let _ = machine;
        false
    }

    /// Executes the instruction.
    ///
    /// # Errors
    ///
    /// If the program cannot continue.
    fn carry_out(&mut self, machine: &mut dyn Machine) -> Result<Event, Fault> {
        machine.step(None)
    }
}

impl Observer for NoProbe {}
