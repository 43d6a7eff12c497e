//! A serial channel between a device and its connection.

use std::collections::VecDeque;

use z8000::board::{DATA_PORT, RECEIVED, STATUS_PORT, Serial};
use z8000::save::{Archive, SaveError};

/// Clocks from one character to the next for a program that is interrupted by them: those of 9,600 bits a second at
/// 4 MHz, which receivers can follow.
const CHARACTER: u64 = 4_167;

/// The characters that have arrived on a serial channel and those that were sent. Sending takes no time.
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
    /// Characters that are to come one by one, and the clock from which the next one may.
    line: VecDeque<u8>,
    next: u64,
    /// A character was taken or sent since this was last looked at.
    pub(crate) active: bool,
    /// Looks in vain since then, and whether there were many.
    pub(crate) looks: u32,
    pub(crate) polled: bool,
}

impl Channel {
    /// Handles the program's check for a character, and returns true if one has arrived. A program that checks for a
    /// long time without success is considered to be waiting.
    pub fn look(&mut self) -> bool {
        let come = self.serial.read(STATUS_PORT) & RECEIVED != 0;
        self.looks = self.looks.saturating_add(u32::from(!come));
        come
    }

    /// Returns true if a character has arrived that the program has not read.
    pub fn has_come(&self) -> bool {
        self.serial.has_come()
    }

    /// Handles the program's read of a character: returns the next one, or 0 if there is none.
    pub fn take(&mut self) -> u8 {
        self.active = true;
        self.serial.read(DATA_PORT)
    }

    /// Handles a character that the program sends.
    pub fn put(&mut self, character: u8) {
        self.active = true;
        self.serial.write(DATA_PORT, character);
    }

    /// What the program sends comes back to it.
    pub(crate) fn loop_back(&mut self, character: u8) {
        self.serial.send(&[character]);
    }

    /// Characters come: at once for a program that polls, one by one for one that is interrupted.
    pub(crate) fn receive(&mut self, characters: &[u8]) {
        self.line.extend(characters);
        if !self.listens {
            self.arrive(u64::MAX);
        }
    }

    /// Returns true if characters have come, or are to come, that the program has not taken.
    pub(crate) fn has_more(&self) -> bool {
        self.has_come() || !self.line.is_empty()
    }

    /// Returns true if the program has looked so often in vain that it must be waiting.
    pub(crate) fn waits(&self) -> bool {
        self.serial.waits() && self.line.is_empty()
    }

    /// Lets the next character come, if it is time; all, if the program is not interrupted by them.
    pub(crate) fn arrive(&mut self, clocks: u64) {
        if !self.listens {
            let all: Vec<u8> = self.line.drain(..).collect();
            if !all.is_empty() {
                self.serial.send(&all);
            }
        } else if clocks >= self.next && !self.line.is_empty() {
            self.next = clocks + CHARACTER;
            if !self.has_come()
                && let Some(character) = self.line.pop_front()
            {
                self.serial.send(&[character]);
            }
        }
    }

    /// The clock at which the next character may come.
    pub(crate) fn due(&self) -> u64 {
        if self.line.is_empty() { u64::MAX } else { self.next }
    }

    /// Takes the characters that were sent.
    pub(crate) fn take_output(&mut self) -> Vec<u8> {
        let output = self.serial.take_output();
        self.taken += output.len() as u64;
        output
    }

    /// Writes the channel's state to a save file, or reads it from one.
    ///
    /// # Errors
    ///
    /// The file ends too early, or a flag in it is invalid.
    pub fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        self.serial.archive(archive)?;
        archive.count(&mut self.taken)?;
        archive.flag(&mut self.listens)?;
        let mut line = self.line.iter().copied().collect();
        archive.list(&mut line)?;
        self.line = line.into();
        archive.count(&mut self.next)?;
        archive.flag(&mut self.active)?;
        archive.long(&mut self.looks)?;
        archive.flag(&mut self.polled)
    }
}
