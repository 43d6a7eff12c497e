//! How a device stands between two accesses.

use bitflags::bitflags;

/// How a device stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The clock at which it must be looked at, or a character comes.
    pub(crate) due: u64,
    pub(crate) all: Facts,
}

bitflags! {
    /// What is true of a device.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub(crate) struct Facts: u16 {
        /// It is requesting an interrupt.
        const REQUESTS = 1;
        /// Its interrupt is being serviced.
        const SERVES = 2;
        /// It may request an interrupt by itself.
        const MAY_REQUEST = 4;
        /// It has serial channels.
        const SERIAL = 8;
        /// The program waits for a character at one of them.
        const WAITS = 16;
        /// The program deals with one of them.
        const USED = 32;
        /// One of them interrupts when a character comes.
        const LISTENS = 64;
        /// A write to it ends the service of an interrupt.
        const SIGNALS_RETURN = 128;
        /// It is looked at whenever another device is.
        const SENSES = 256;
        /// What the machine compares with the last look.
        const ASKED = 3;
    }
}
