//! A debugger's interface to a machine, and addresses as the machine's programs see them.

mod address;
mod look;
mod watched;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

use thiserror::Error;

use crate::cpu::{Cpu, Event};

pub use address::Address;
pub use look::{Look, Peek};
pub use watched::{Access, Watched, Watcher};

/// The reason why a machine cannot continue, as a message from the machine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Fault(pub String);

/// A machine that a debugger can run, copy and inspect. It is deterministic: a copy that is given the same characters
/// after the same numbers of instructions continues in the same way.
pub trait Machine: Look + Debug + Send + Sync {
    /// Returns a copy of the machine with all its devices.
    fn again(&self) -> Box<dyn Machine>;

    /// Returns the state without the counts of clocks and instructions: two machines with the same state continue in the
    /// same way. `None`, the default, if the machine cannot provide it, or if the course of a device, such as a running
    /// timer, depends on the clocks.
    fn state(&self) -> Option<Vec<u8>> {
        None
    }

    /// The size of a copy in bytes.
    fn bytes(&self) -> usize;

    /// The processor.
    fn cpu(&self) -> &Cpu;

    /// Mutable access to the processor.
    fn cpu_mut(&mut self) -> &mut Cpu;

    /// Clocks since the start.
    fn clocks(&self) -> u64;

    /// Instructions since the start.
    fn instructions(&self) -> u64;

    /// Returns true if there is memory at an address.
    fn holds(&self, program: bool, at: Address) -> bool;

    /// Changes bytes of memory, including ROM; has no effect where there is no memory.
    fn store(&mut self, program: bool, at: Address, bytes: &[u8]);

    /// Runs a number of instructions, but no further than the end of the instruction in which the clock `clocks` lies
    /// (`u64::MAX` for no such limit). Returns true if the machine halted before that.
    ///
    /// # Errors
    ///
    /// The program cannot continue.
    fn advance(&mut self, instructions: u64, clocks: u64) -> Result<bool, Fault>;

    /// Runs one instruction, whose accesses a watcher may observe. Returns [`Event::Halted`] only if nothing can wake
    /// the processor.
    ///
    /// # Errors
    ///
    /// The program cannot continue.
    fn step(&mut self, watcher: Option<&mut dyn Watcher>) -> Result<Event, Fault>;

    /// The number of the machine's serial ports.
    fn ports(&self) -> usize;

    /// The serial port to which the user of the debugger is connected, if any.
    fn console(&self) -> Option<usize>;

    /// The serial ports at which the program is only waiting for a character; empty if it is doing something else.
    fn waits_at(&self) -> Vec<usize>;

    /// Returns the ports of [`waits_at`](Self::waits_at), plus those at which the program would accept a character
    /// while also doing other things. Default: only the former.
    fn takes_at(&self) -> Vec<usize> {
        self.waits_at()
    }

    /// Removes from the beginning of `text`, and returns, the part that the user's serial port receives at once, such
    /// as a line.
    fn next_input(&self, text: &mut &[u8]) -> Vec<u8>;

    /// Returns true if a serial port interrupts the program when a character arrives.
    fn interrupts(&self, port: usize) -> bool;

    /// Queues characters for a serial port to receive.
    fn send(&mut self, port: usize, characters: &[u8]);

    /// Takes the characters that a serial port has sent.
    fn take_output(&mut self, port: usize) -> Vec<u8>;

    /// The number of characters that [`take_output`](Self::take_output) has ever taken from a serial port.
    fn taken(&self, port: usize) -> u64;
}

/// The connections of a machine's serial ports, except the port of the debugger's user.
pub trait Outside: Debug + Send {
    /// Returns the characters that have arrived for a port since the last call. `waits` means that the program is only
    /// waiting for them.
    ///
    /// # Errors
    ///
    /// The connection fails.
    fn receive(&mut self, port: usize, waits: bool) -> Result<Vec<u8>, Fault>;

    /// Passes on characters that a port has sent.
    ///
    /// # Errors
    ///
    /// The connection fails.
    fn transmit(&mut self, port: usize, characters: &[u8]) -> Result<(), Fault>;

    /// Returns true if characters may arrive for a port at any time.
    fn is_live(&self, port: usize) -> bool;
}
