//! The interface of a device.

use std::fmt::{self, Debug};

use z8000::save::{Archive, SaveError};

use super::Channel;
use crate::physical::Physical;

/// Where a register of a device is.
///
/// # Example
///
/// ```
/// use z8000_boards::At;
///
/// assert_eq!(At::Port(0x31).to_string(), "port 0x0031");
/// assert_eq!(At::Memory(0x5_F000).to_string(), "address 0x5f000");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// At a port, of either I/O space.
    Port(u16),
    /// In memory, in front of what else is there: segment * 0x10000 + offset, or behind Z8010 units the physical address.
    Memory(u32),
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Port(port) => write!(f, "port {port:#06x}"),
            Self::Memory(address) => write!(f, "address {address:#x}"),
        }
    }
}

/// A device with registers of a byte, numbered from 0. [`Machine::attach`](crate::Machine::attach) says where they are.
/// Clocks count from when the machine was made.
///
/// # Example
///
/// ```
/// use z8000::save::{Archive, SaveError};
/// use z8000_boards::Device;
///
/// /// A register that holds what was written.
/// #[derive(Debug, Clone)]
/// struct Cell(u8);
/// impl Device for Cell {
///     fn kind(&self) -> &'static str { "cell" }
///     fn read(&mut self, _: u16) -> u8 { self.0 }
///     fn write(&mut self, _: u16, value: u8) { self.0 = value; }
///     fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> { archive.byte(&mut self.0) }
/// }
/// let mut cell: Box<dyn Device> = Box::new(Cell(0));
/// cell.write(0, 5);
/// assert_eq!(cell.clone().read(0), 5);
/// ```
pub trait Device: Again + Debug + Send + Sync {
    /// Its kind, as a save file names it.
    fn kind(&self) -> &'static str;

    /// The program reads a register.
    fn read(&mut self, register: u16) -> u8;

    /// The program writes one.
    fn write(&mut self, register: u16, value: u8);

    /// The program reads a word in which a register lies. A device with 16 data lines answers; of others, the one or two
    /// bytes are read.
    fn read_word(&mut self, register: u16) -> Option<u16> {
        let _ = register;
        None
    }

    /// The program writes a word. Returns false if the device has 8 data lines and takes bytes.
    fn write_word(&mut self, register: u16, value: u16) -> bool {
        let _ = (register, value);
        false
    }

    /// The clock at which [`look`](Self::look) has something to do: 0 for at the end of this instruction.
    fn due(&self) -> u64 {
        u64::MAX
    }

    /// Does what is due; it may read and write memory by itself. Afterwards the device is due later than at these clocks.
    fn look(&mut self, clocks: u64, memory: &mut Physical<'_>) {
        let _ = (clocks, memory);
    }

    /// Returns true while it requests an interrupt.
    fn requests(&self) -> bool {
        false
    }

    /// Returns true if it may come to request one without the program's doing.
    fn may_request(&self) -> bool {
        false
    }

    /// Returns true while its interrupt is being served: devices behind it on the same line wait.
    fn serves(&self) -> bool {
        false
    }

    /// The processor acknowledges its interrupt, and reads an identifier.
    fn acknowledge(&mut self) -> u16 {
        0xFFFF
    }

    /// The end of an interrupt's service is signalled on the bus, as by the RETI of a Z80. Returns true if it is this
    /// device whose service ends; those behind it do not hear of it then.
    fn returns(&mut self) -> bool {
        false
    }

    /// Returns true if a write to one of its registers signals that.
    fn signals_return(&self) -> bool {
        false
    }

    /// Its serial channels.
    fn channels(&self) -> &[Channel] {
        &[]
    }

    /// The same, to change them.
    fn channels_mut(&mut self) -> &mut [Channel] {
        &mut []
    }

    /// From now on keeps in memory what it would write into a file, so that a copy of it is whole.
    fn keep(&mut self) {}

    /// Its state goes into a save file, or comes out of one.
    ///
    /// # Errors
    ///
    /// If the device cannot be in the state that the file has.
    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError>;
}

/// The same device for a copy of the machine: its clone.
pub trait Again {
    /// A copy of it.
    fn again(&self) -> Box<dyn Device>;
}

impl<D: Device + Clone + 'static> Again for D {
    fn again(&self) -> Box<dyn Device> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Device> {
    fn clone(&self) -> Self {
        // Not that of the box.
        self.as_ref().again()
    }
}
