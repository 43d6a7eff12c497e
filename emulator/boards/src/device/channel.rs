//! A serial channel between a device and what it is connected to.

use z8000::board::{DATA_PORT, RECEIVED, STATUS_PORT, Serial};
use z8000::save::{Archive, SaveError};

/// Characters that have come and those that were sent. Sending takes no time.
///
/// # Example
///
/// ```
/// use z8000_boards::Channel;
///
/// let mut channel = Channel::default();
/// assert!(!channel.look());
/// assert_eq!(channel.take(), 0);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Channel {
    pub(crate) serial: Serial,
    /// The number of characters that were ever taken of those that were sent.
    pub(crate) taken: u64,
    /// The device interrupts when a character comes, so that a processor that has halted waits for one.
    pub(crate) listens: bool,
}

impl Channel {
    /// The program looks whether a character has come. Who looks for long and finds none is taken to wait.
    pub fn look(&mut self) -> bool {
        self.serial.read(STATUS_PORT) & RECEIVED != 0
    }

    /// Returns true if a character has come.
    pub fn has_come(&self) -> bool {
        self.serial.has_come()
    }

    /// The program takes the next character, 0 if there is none.
    pub fn take(&mut self) -> u8 {
        self.serial.read(DATA_PORT)
    }

    /// The program sends a character.
    pub fn put(&mut self, character: u8) {
        self.serial.write(DATA_PORT, character);
    }

    /// Takes the characters that were sent.
    pub(crate) fn take_output(&mut self) -> Vec<u8> {
        let output = self.serial.take_output();
        self.taken += output.len() as u64;
        output
    }

    /// Its state goes into a save file, or comes out of one.
    ///
    /// # Errors
    ///
    /// If the file ends before it.
    pub fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        self.serial.archive(archive)?;
        archive.count(&mut self.taken)?;
        archive.flag(&mut self.listens)
    }
}
