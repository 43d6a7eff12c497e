//! The interface of a device.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt::{self, Debug};

use crate::save::{Archive, SaveError};

use super::Channel;
use super::standing::{Facts, Standing};
use crate::machine::physical::Physical;

/// Where a register of a device is.
///
/// # Example
///
/// ```
/// use z8000::machine::At;
///
/// assert_eq!(At::Port(0x31).to_string(), "port 0x0031");
/// assert_eq!(At::Memory(0x5_F000).to_string(), "address 0x5f000");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// At a port, in either I/O space.
    Port(u16),
    /// At a port of only the standard I/O space.
    Standard(u16),
    /// At a port of only the special I/O space.
    Special(u16),
    /// In memory, hiding other memory there: segment * 0x10000 + offset or, with Z8010 units, the physical address.
    Memory(u32),
    /// In memory in system mode.
    System(u32),
    /// In memory in normal mode.
    Normal(u32),
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Port(port) | Self::Standard(port) => write!(f, "port {port:#06x}"),
            Self::Special(port) => write!(f, "special port {port:#06x}"),
            Self::Memory(at) | Self::System(at) | Self::Normal(at) => write!(f, "address {at:#x}"),
        }
    }
}

/// A device with byte registers, numbered from 0. [`Machine::attach`](crate::machine::Machine::attach) determines their
/// addresses. Clocks are counted from the creation of the machine. The defaults are for a device without interrupts,
/// timing, serial channels or files.
///
/// # Example
///
/// ```
/// use z8000::save::{Archive, SaveError};
/// use z8000::machine::Device;
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
pub trait Device: CloneBox + Debug + Send + Sync {
    /// Returns the kind of the device, as recorded in a save file.
    fn kind(&self) -> &'static str;

    /// Handles the program's read of a register. Default: it reads as FFh.
    fn read(&mut self, register: u16) -> u8 {
        let _ = register;
        0xFF
    }

    /// Handles the program's write to a register. Default: no effect.
    fn write(&mut self, register: u16, value: u8) {
        let _ = (register, value);
    }

    /// Handles the program's read of a word that contains a register. A device with 16 data lines returns the word;
    /// others return `None`, the default, and one or two bytes are read instead.
    fn read_word(&mut self, register: u16) -> Option<u16> {
        let _ = register;
        None
    }

    /// Handles the program's write of a word. Returns false, the default, if the device has 8 data lines; it then
    /// receives bytes.
    fn write_word(&mut self, register: u16, value: u16) -> bool {
        let _ = (register, value);
        false
    }

    /// Handles a reset of the bus. Default: no effect.
    fn reset(&mut self) {}

    /// Returns the clock at which [`look`](Self::look) must be called; 0 for the end of the current instruction.
    /// Default: never, `u64::MAX`.
    fn due(&self) -> u64 {
        u64::MAX
    }

    /// Performs the actions that are due at a clock; may read and write memory. Afterwards, [`due`](Self::due) must be
    /// later than `clocks`.
    fn look(&mut self, clocks: u64, memory: &mut Physical<'_>) {
        let _ = (clocks, memory);
    }

    /// Returns true if the device's pins may change without an access. Such a device is updated whenever another one
    /// is.
    fn senses(&self) -> bool {
        false
    }

    /// Returns true while the device is requesting an interrupt.
    fn requests(&self) -> bool {
        false
    }

    /// Returns true if the device may request an interrupt without any action by the program.
    fn may_request(&self) -> bool {
        false
    }

    /// Returns true while the device's interrupt is being serviced, which makes later devices on the same line wait.
    fn serves(&self) -> bool {
        false
    }

    /// Acknowledges the device's interrupt, and returns the identifier that the processor reads. Default: FFFFh.
    fn acknowledge(&mut self) -> u16 {
        0xFFFF
    }

    /// Handles an end-of-service signal on the bus, such as that of RETI on a Z80. Returns true if this device's
    /// service ends; later devices are then not notified.
    fn returns(&mut self) -> bool {
        false
    }

    /// Returns true if a write to one of the device's registers signals the end of interrupt service.
    fn signals_return(&self) -> bool {
        false
    }

    /// Returns the processor clocks per pulse of an output pin; 0, the default, if there are no pulses.
    fn period(&self, output: usize) -> u64 {
        let _ = output;
        0
    }

    /// Sets the period of the pin that clocks a serial channel. Default: no effect.
    fn clock(&mut self, channel: usize, period: u64) {
        let _ = (channel, period);
    }

    /// Returns the device's serial channels.
    fn channels(&self) -> &[Channel] {
        &[]
    }

    /// Returns the device's serial channels for changes.
    fn channels_mut(&mut self) -> &mut [Channel] {
        &mut []
    }

    /// Handles a character from a connection. Returns true if it is a key of this device, which the program does not
    /// receive.
    fn press(&mut self, character: u8) -> bool {
        let _ = character;
        false
    }

    /// Keeps further writes in memory instead of a file, so that a copy of the device is complete.
    fn keep(&mut self) {}

    /// Returns the name of the device's image file if the program's writes are missing from it.
    fn unsaved(&self) -> Option<String> {
        None
    }

    /// Returns all states that the machine checks after each access, in one call.
    fn standing(&self) -> Standing {
        let channels = self.channels();
        let mut due = self.due();
        let mut all = Facts::empty();
        all.set(Facts::REQUESTS, self.requests());
        all.set(Facts::SERVES, self.serves());
        all.set(Facts::MAY_REQUEST, self.may_request());
        all.set(Facts::SIGNALS_RETURN, self.signals_return());
        all.set(Facts::SENSES, self.senses());
        all.set(Facts::SERIAL, !channels.is_empty());
        for channel in channels {
            due = due.min(channel.due());
            all |= channel.facts();
        }
        Standing { due, all }
    }

    /// Delivers characters, and performs the actions that are due at a clock.
    fn pass(&mut self, clocks: u64, memory: &mut Physical<'_>) -> Standing {
        self.channels_mut()
            .iter_mut()
            .for_each(|channel| channel.arrive(clocks));
        if self.due() <= clocks || self.senses() {
            self.look(clocks, memory);
        }
        self.standing()
    }

    /// Writes the device's state to a save file, or reads it from one.
    ///
    /// # Errors
    ///
    /// The file ends too early, or the state in it is impossible for the device.
    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError>;
}

/// Copies a device, as part of a copy of the machine.
pub trait CloneBox {
    /// Returns a copy of the device.
    fn clone_box(&self) -> Box<dyn Device>;
}

impl<D: Device + Clone + 'static> CloneBox for D {
    fn clone_box(&self) -> Box<dyn Device> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Device> {
    fn clone(&self) -> Self {
        // Clone the device, not the box.
        self.as_ref().clone_box()
    }
}
