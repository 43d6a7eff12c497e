//! Memory as a debugger sees it, read without side effects.

use super::Address;
use crate::bus::{Bus, Location, Status};
use crate::isa::Mode;

/// Inspection of a machine's memory and mode, without changing them.
///
/// # Example
///
/// ```
/// use z8000::board::Board;
/// use z8000::machine::{Address, Look};
///
/// let mut board = Board::new();
/// board.load_data(0x1000, &[0x12, 0x34]);
/// let memory = board.memory();
/// assert_eq!(memory.word(false, Address::flat(0x1000)), 0x1234);
/// assert_eq!(memory.byte(true, Address::flat(0x1000)), 0);
/// ```
pub trait Look {
    /// Reads a byte of program or data memory as the program would read it now; FFh where there is no memory.
    fn byte(&self, program: bool, at: Address) -> u8;

    /// Reads a word; bit 0 of the address is ignored.
    fn word(&self, program: bool, at: Address) -> u16 {
        let even = at.with_offset(at.offset() & 0xFFFE);
        u16::from_be_bytes([self.byte(program, even), self.byte(program, even.plus(1))])
    }

    /// The current mode for decoding instructions.
    fn mode(&self) -> Mode;
}

/// A bus that can be inspected without side effects.
pub trait Peek: Bus {
    /// Returns the byte that a read would give.
    fn peek(&self, status: Status, at: Location) -> u8;

    /// Converts an address to a number: segment * 0x10000 + offset.
    #[inline(always)]
    fn number(&self, at: Location) -> usize {
        usize::from(at.segment()) << 16 | usize::from(at.offset())
    }
}
