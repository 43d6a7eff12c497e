//! Input and output of single bytes and words.

use super::super::execution::{Execution, Row};
use super::super::size::Size;
use crate::bus::Bus;

/// A space of ports.
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

impl<B: Bus, R: Row> Execution<'_, B, R> {
    /// IN, SIN.
    pub(crate) fn input<S: Size, P: Ports>(&mut self) {
        let port = self.port::<1>();
        let value = S::input(self.bus, port, P::SPECIAL);
        self.put::<S, 0>(value);
    }

    /// OUT, SOUT.
    pub(crate) fn output<S: Size, P: Ports>(&mut self) {
        let port = self.port::<0>();
        let value = self.get::<S, 1>();
        S::output(self.bus, port, P::SPECIAL, value);
    }
}
