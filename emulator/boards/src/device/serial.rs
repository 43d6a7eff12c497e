//! A serial port with a status and a data register.

use z8000::board::{DATA_PORT, STATUS_PORT};
use z8000::save::{Archive, SaveError};

use super::{Channel, Device};

/// The board's serial port: register 0 is its status, 1 its data.
#[derive(Debug, Clone, Default)]
pub(crate) struct Serial([Channel; 1]);

/// The board's port of a register.
const fn port(register: u16) -> u16 {
    if register == 0 { STATUS_PORT } else { DATA_PORT }
}

impl Device for Serial {
    fn kind(&self) -> &'static str {
        "serial port"
    }

    fn read(&mut self, register: u16) -> u8 {
        self.0[0].serial.read(port(register))
    }

    fn write(&mut self, register: u16, value: u8) {
        self.0[0].serial.write(port(register), value);
    }

    fn channels(&self) -> &[Channel] {
        &self.0
    }

    fn channels_mut(&mut self) -> &mut [Channel] {
        &mut self.0
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        self.0[0].archive(archive)
    }
}
