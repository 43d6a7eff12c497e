//! The devices of the board: a serial port with a status and a data register, a timer that requests an interrupt
//! whenever it expires, and keys that request an interrupt.

use z8000::board::{PERIOD_PORT, READY, RECEIVED, Signal, TAKEN_PORT, Timer as Counter};
use z8000::save::{Archive, SaveError};

use super::{Channel, Device};
use crate::physical::Physical;

/// The board's serial port: register 0 is its status, 1 its data.
#[derive(Debug, Clone, Default)]
pub(crate) struct Serial([Channel; 1]);

impl Device for Serial {
    fn kind(&self) -> &'static str {
        "serial port"
    }

    fn read(&mut self, register: u16) -> u8 {
        match register {
            0 => READY | (u8::from(self.0[0].look()) * RECEIVED),
            _ => self.0[0].take(),
        }
    }

    fn write(&mut self, register: u16, value: u8) {
        if register != 0 {
            self.0[0].put(value);
        }
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

/// The board's timer: registers 0 and 1 are the word of its period, 2 and 3 that which takes the request back.
#[derive(Debug, Clone)]
pub(crate) struct Timer {
    counter: Counter,
    requests: bool,
    /// The request ends when it is acknowledged.
    edge: bool,
    identifier: u16,
}

impl Timer {
    pub(crate) fn new(edge: bool, identifier: u16) -> Self {
        Self { counter: Counter::default(), requests: false, edge, identifier }
    }
}

impl Device for Timer {
    fn kind(&self) -> &'static str {
        "timer"
    }

    fn read_word(&mut self, _: u16) -> Option<u16> {
        Some(0xFFFF)
    }

    fn write_word(&mut self, register: u16, value: u16) -> bool {
        let port = if register < 2 { PERIOD_PORT } else { TAKEN_PORT };
        self.counter.write(port, value);
        true
    }

    fn due(&self) -> u64 {
        self.counter.due()
    }

    fn look(&mut self, clocks: u64, _: &mut Physical<'_>) {
        match self.counter.look(clocks) {
            Signal::Request => self.requests = true,
            Signal::Withdraw => self.requests = false,
            Signal::None => {}
        }
    }

    fn requests(&self) -> bool {
        self.requests
    }

    fn may_request(&self) -> bool {
        self.counter.runs()
    }

    fn acknowledge(&mut self) -> u16 {
        self.requests &= !self.edge;
        self.identifier
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        self.counter.archive(archive)?;
        archive.flag(&mut self.requests)
    }
}

/// A key of a board, which requests an interrupt. A character presses it.
#[derive(Debug, Clone)]
pub(crate) struct Key {
    character: u8,
    identifier: u16,
    pressed: bool,
}

impl Key {
    pub(crate) const fn new(character: u8, identifier: u16) -> Self {
        Self { character, identifier, pressed: false }
    }
}

impl Device for Key {
    fn kind(&self) -> &'static str {
        "key"
    }

    fn press(&mut self, character: u8) -> bool {
        let is_it = character == self.character;
        self.pressed |= is_it;
        is_it
    }

    fn requests(&self) -> bool {
        self.pressed
    }

    fn acknowledge(&mut self) -> u16 {
        self.pressed = false;
        self.identifier
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        archive.flag(&mut self.pressed)
    }
}
