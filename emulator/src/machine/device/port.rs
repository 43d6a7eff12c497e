//! A serial port with a status and a data register, and keys that request an interrupt.

use super::api::Device;
use super::channel::Channel;
use crate::save::{Archive, SaveError};

/// Status bit: a character has been received.
pub const RECEIVED: u8 = 0x01;

/// Status bit: a character can be sent. Always set, because sending takes no time.
pub const READY: u8 = 0x02;

/// A serial port: register 0 is its status, 1 its data.
#[derive(Debug, Clone)]
pub struct Serial([Channel; 1]);

impl Serial {
    /// Creates a serial port with a speed in bits per second.
    pub fn new(baud: u32) -> Self {
        Self([Channel::new(baud)])
    }
}

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

/// A key of a board, which requests an interrupt. Receiving its character counts as pressing it.
#[derive(Debug, Clone)]
pub struct Key {
    character: u8,
    identifier: u16,
    pressed: bool,
}

impl Key {
    /// Creates a key, with the character that presses it and the identifier of its interrupt.
    pub const fn new(character: u8, identifier: u16) -> Self {
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
