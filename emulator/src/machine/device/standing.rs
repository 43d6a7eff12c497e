//! The state of a device between two accesses, as the machine sees it.

use bitflags::bitflags;

/// The state of a device between two accesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The clock at which the device must be updated, or a character arrives.
    pub(crate) due: u64,
    pub(crate) all: Facts,
}

bitflags! {
    /// Facts about a device.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub(crate) struct Facts: u16 {
        /// The device is requesting an interrupt.
        const REQUESTS = 1;
        /// Its interrupt is being serviced.
        const SERVES = 2;
        /// It may request an interrupt without any action by the program.
        const MAY_REQUEST = 4;
        /// It has serial channels.
        const SERIAL = 8;
        /// The program is waiting for a character from one of its channels.
        const WAITS = 16;
        /// The program is using one of its channels.
        const USED = 32;
        /// One of its channels interrupts when a character arrives.
        const LISTENS = 64;
        /// A write to it ends the service of an interrupt.
        const SIGNALS_RETURN = 128;
        /// It is updated whenever another device is.
        const SENSES = 256;
        /// The facts whose changes affect the interrupt requests.
        const ASKED = 3;
    }
}
