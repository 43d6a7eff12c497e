//! Input and output of single bytes and words.

use super::super::direct::Direct;
use super::super::execution::{Execution, Row};
use super::super::size::Size;
use crate::bus::Bus;

/// An I/O address space.
pub(crate) trait Ports {
    const SPECIAL: bool;
}

/// Standard I/O.
pub(crate) struct Standard;
/// Special I/O.
pub(crate) struct Special;

impl Ports for Standard {
    const SPECIAL: bool = false;
}

impl Ports for Special {
    const SPECIAL: bool = true;
}

impl<B: Bus + ?Sized, R: Row> Execution<Direct<'_, B>, R> {
    /// Executes IN and SIN.
    pub(crate) fn input<S: Size, P: Ports>(&mut self) {
        let port = self.port::<1>();
        let value = S::input(self.on.bus, port, P::SPECIAL);
        self.put::<S, 0>(value.into());
    }

    /// Executes OUT and SOUT.
    pub(crate) fn output<S: Size, P: Ports>(&mut self) {
        let port = self.port::<0>();
        let value = self.get::<S, 1>();
        S::output(self.on.bus, port, P::SPECIAL, value.0);
    }
}
