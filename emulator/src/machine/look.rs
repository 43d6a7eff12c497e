//! Memory as a debugger sees it, read without side effects, and a machine's connections.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

use thiserror::Error;

use super::address::Address;
use crate::isa::Mode;

/// Inspection of a machine's memory and mode, without changing them.
///
/// # Example
///
/// ```
/// use z8000::machine::{Address, Look, Machine};
///
/// let mut machine = Machine::board();
/// machine.load_data(0x1000, &[0x12, 0x34]);
/// assert_eq!(machine.word(false, Address::flat(0x1000)), 0x1234);
/// assert_eq!(machine.byte(true, Address::flat(0x1000)), 0);
/// ```
pub trait Look {
    /// Reads a byte of program or data memory as the program would read it now; FFh where there is no memory.
    fn byte(&self, program: bool, at: Address) -> u8;

    /// Reads a word; bit 0 of the address is ignored.
    fn word(&self, program: bool, at: Address) -> u16 {
        let even = at.with_offset(at.offset() & 0xFFFE);
        u16::from_be_bytes([self.byte(program, even), self.byte(program, even.plus(1))])
    }

    /// Returns the current mode, which determines how instructions are decoded.
    fn mode(&self) -> Mode;
}

/// The reason why a machine cannot continue, as a message from the machine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Fault(pub String);

/// The connections of a machine's serial ports, except the port of the debugger's user.
pub trait Outside: Debug + Send {
    /// Returns the next line that has arrived for a port, when its program is ready for input.
    ///
    /// # Errors
    ///
    /// The connection fails.
    fn receive(&mut self, port: usize) -> Result<Vec<u8>, Fault>;

    /// Sends a port's output to its connection.
    ///
    /// # Errors
    ///
    /// The connection fails.
    fn transmit(&mut self, port: usize, characters: &[u8]) -> Result<(), Fault>;

    /// Returns true if characters may arrive for a port at any time.
    fn is_live(&self, port: usize) -> bool;
}
