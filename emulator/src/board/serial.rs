//! The serial port: two byte registers.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use crate::save::{Archive, SaveError};

/// Port of the status register: [`RECEIVED`] and [`READY`].
pub const STATUS_PORT: u16 = 0xFF01;

/// Port of the data register: reading it takes a received character, or gives 0 if there is none; writing it sends one.
pub const DATA_PORT: u16 = 0xFF03;

/// Status bit: a character has been received.
pub const RECEIVED: u8 = 0x01;

/// Status bit: a character can be sent. Always set, because sending takes no time.
pub const READY: u8 = 0x02;

/// A program that reads the status more than this many times in succession without finding a character is considered to
/// be waiting for input.
pub const PATIENCE: u32 = 64;

/// The value of other ports: nothing drives the lines.
const FLOATING: u8 = 0xFF;

/// A serial port with an input and an output queue.
///
/// # Example
///
/// ```
/// use z8000::board::{DATA_PORT, READY, RECEIVED, STATUS_PORT, Serial};
///
/// let mut serial = Serial::default();
/// serial.send(b"a");
/// // What a program does: look, take, answer.
/// assert_eq!(serial.read(STATUS_PORT), READY | RECEIVED);
/// let character = serial.read(DATA_PORT);
/// serial.write(DATA_PORT, character.to_ascii_uppercase());
/// assert_eq!(serial.take_output(), b"A");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Serial {
    input: VecDeque<u8>,
    output: Vec<u8>,
    /// Status reads that found nothing received, since the last character went either way or the timer was served.
    idle: u32,
}

impl Serial {
    /// Appends characters for the program to receive.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::board::{Board, Stop};
    ///
    /// let mut board = Board::new();
    /// // FCW and PC; INB RL0,#FF03; HALT.
    /// board.load_program(2, &[0x40, 0, 0, 6, 0x3A, 0x84, 0xFF, 0x03, 0x7A, 0]);
    /// board.reset();
    /// board.serial().send(b"x");
    /// assert_eq!(board.run(1_000)?, Stop::Halted);
    /// assert_eq!(board.cpu().register(0), u16::from(b'x'));
    /// # Ok::<(), z8000::board::RunError>(())
    /// ```
    pub fn send(&mut self, characters: &[u8]) {
        self.input.extend(characters);
        self.idle = 0;
    }

    /// Takes the characters that the program has sent.
    pub fn take_output(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.output)
    }

    /// The characters that the program has sent and the host has not taken yet.
    #[must_use]
    #[inline]
    pub fn output(&self) -> &[u8] {
        &self.output
    }

    /// Returns true if a character has arrived that the program has not taken.
    #[must_use]
    pub fn has_come(&self) -> bool {
        !self.input.is_empty()
    }

    /// The number of consecutive status reads that found no character.
    #[must_use]
    pub const fn idle(&self) -> u32 {
        self.idle
    }

    /// Returns true if the program is considered to be waiting for a character; see [`PATIENCE`].
    #[must_use]
    pub const fn waits(&self) -> bool {
        self.idle > PATIENCE
    }

    /// Writes the port's state to a save file, or reads it from one.
    ///
    /// # Errors
    ///
    /// The file ends too early.
    pub fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        let mut input = self.input.iter().copied().collect();
        archive.list(&mut input)?;
        self.input = input.into();
        archive.list(&mut self.output)?;
        archive.long(&mut self.idle)
    }

    /// Resets [`idle`](Self::idle) to 0 when the program does something other than wait for a character.
    pub const fn note_activity(&mut self) {
        self.idle = 0;
    }

    /// Handles the program's read of a register, given by its port. The data register reads as 0 if no character has
    /// arrived; other ports read as FFh.
    pub fn read(&mut self, port: u16) -> u8 {
        match port {
            STATUS_PORT if self.input.is_empty() => {
                self.idle = self.idle.saturating_add(1);
                READY
            }
            STATUS_PORT => READY | RECEIVED,
            DATA_PORT => {
                self.idle = 0;
                self.input.pop_front().unwrap_or(0)
            }
            _ => FLOATING,
        }
    }

    /// Handles the program's write to a port: the data register sends the character; other ports ignore it.
    pub fn write(&mut self, port: u16, value: u8) {
        if port == DATA_PORT {
            self.idle = 0;
            self.output.push(value);
        }
    }
}
