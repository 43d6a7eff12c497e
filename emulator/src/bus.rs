//! What the processor talks to: memory by address space, and ports.

/// The address space of a memory access, as the status lines tell it.
///
/// A system may decode the lines and give each space a memory of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Space {
    /// Instructions, and the operands of relative loads.
    Program,
    /// Everything else but the stack.
    Data,
    /// Accesses through the stack pointer.
    Stack,
}

/// A memory address: segment in bits 16 to 22 (0 in non-segmented mode), offset in bits 0 to 15.
pub type Location = u32;

/// Memory and ports.
///
/// A word has its high byte at the even address; words are read and written whole, and bit 0 of
/// their addresses does not count. A port is addressed with 16 bits; 8-bit devices sit at even
/// addresses (upper half of the data lines) or odd ones (lower half).
pub trait Bus {
    /// Reads a byte.
    fn read_byte(&mut self, space: Space, at: Location) -> u8;
    /// Reads a word.
    fn read_word(&mut self, space: Space, at: Location) -> u16;
    /// Writes a byte.
    fn write_byte(&mut self, space: Space, at: Location, value: u8);
    /// Writes a word.
    fn write_word(&mut self, space: Space, at: Location, value: u16);
    /// Reads a byte from a port, of the special I/O space if `special`.
    fn input_byte(&mut self, port: u16, special: bool) -> u8;
    /// Reads a word from a port.
    fn input_word(&mut self, port: u16, special: bool) -> u16;
    /// Writes a byte to a port.
    fn output_byte(&mut self, port: u16, special: bool, value: u8);
    /// Writes a word to a port.
    fn output_word(&mut self, port: u16, special: bool, value: u16);
}
