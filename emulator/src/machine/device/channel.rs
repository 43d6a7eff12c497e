//! A serial channel between a device and its connection.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use crate::save::{Archive, SaveError};

/// Clocks per second of the chip for which serial lines are timed: 4 MHz.
pub const CLOCK: u32 = 4_000_000;

/// Bits of a character on a line, with those that frame it.
const BITS: u32 = 10;

/// Characters that a receiver holds. On a line without a speed, further ones wait on the line.
const FIFO: usize = 3;

/// A program that reads the status more than this many times in succession without finding a character is considered to
/// be waiting for input.
pub const PATIENCE: u32 = 64;

/// The characters that have arrived on a serial channel and those that were sent. Sending takes no time.
///
/// Characters arrive one at a time, as fast as the line allows; the sender waits until the program has taken the last
/// one. On a line without a speed, all arrive at once.
///
/// # Example
///
/// ```
/// use z8000::machine::Channel;
///
/// let mut channel = Channel::new(9_600);
/// channel.receive(b"ab");
/// assert!(!channel.look());
/// channel.arrive(0);
/// assert_eq!((channel.look(), channel.take(), channel.look()), (true, b'a', false));
/// // The next one comes ten bits later, of a chip at 4 MHz.
/// assert_eq!(channel.due(), 4_167);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Channel {
    /// Clocks from one character to the next; 0 if all come at once.
    pace: u64,
    /// Characters that have arrived, and those that were sent and not taken yet.
    input: VecDeque<u8>,
    output: Vec<u8>,
    /// Status reads that found nothing received, since the last character went either way or a device was served.
    pub(crate) idle: u32,
    /// The number of characters that were ever taken of those that were sent.
    pub(crate) taken: u64,
    /// The device interrupts when a character comes, so that a processor that has halted waits for one.
    pub listens: bool,
    /// Characters that are to come one by one, and the clock from which the next one may.
    line: VecDeque<u8>,
    next: u64,
    /// The sender does not wait until the program has taken a character.
    hasty: bool,
    /// A character was lost: how many are to be taken before the one in whose place it was.
    overrun: Option<u16>,
    /// A character was taken or sent since this was last looked at.
    pub(crate) active: bool,
    /// Looks in vain since then, and whether there were many.
    pub(crate) looks: u32,
    pub(crate) polled: bool,
}

impl Channel {
    /// Creates a channel for a number of bits per second, ten of which are a character; 0 if all come at
    /// once.
    #[must_use]
    pub fn new(baud: u32) -> Self {
        let mut channel = Self::default();
        channel.set_baud(baud);
        channel
    }

    /// The same of a sender that does not wait: when the receiver is full, the last character that it holds is lost.
    #[must_use]
    pub fn hasty(baud: u32) -> Self {
        Self { hasty: baud > 0, ..Self::new(baud) }
    }

    /// Returns true if the next character came in the place of one that was lost, until that is forgotten.
    #[must_use]
    pub fn is_overrun(&self) -> bool {
        self.overrun == Some(0)
    }

    /// The program has taken note of the lost character.
    pub fn forgive(&mut self) {
        self.overrun.take_if(|before| *before == 0);
    }

    /// Sets the speed of the line.
    pub const fn set_baud(&mut self, baud: u32) {
        self.pace = match baud {
            0 => 0,
            baud => (CLOCK * BITS).div_ceil(baud) as u64,
        };
    }

    /// Handles the program's check for a character, and returns true if one has arrived. A program that checks for a
    /// long time without success is considered to be waiting.
    pub fn look(&mut self) -> bool {
        let come = self.has_come();
        if !come {
            self.idle = self.idle.saturating_add(1);
            self.looks = self.looks.saturating_add(1);
        }
        come
    }

    /// The program waits for a character, without looking again and again.
    pub fn wait(&mut self) {
        self.idle = PATIENCE + 1;
    }

    /// Returns true if a character has arrived that the program has not read.
    #[must_use]
    pub fn has_come(&self) -> bool {
        !self.input.is_empty()
    }

    /// Handles the program's read of a character: returns the next one, or 0 if there is none.
    pub fn take(&mut self) -> u8 {
        (self.active, self.idle) = (true, 0);
        self.overrun = self.overrun.map(|before| before.saturating_sub(1));
        self.input.pop_front().unwrap_or(0)
    }

    /// The receiver loses what it holds; what is still on the line arrives.
    pub fn clear(&mut self) {
        self.input.drain(..self.input.len().min(FIFO));
        self.overrun = None;
    }

    /// Handles a character that the program sends.
    pub fn put(&mut self, character: u8) {
        (self.active, self.idle) = (true, 0);
        self.output.push(character);
    }

    /// What the program sends comes back to it.
    pub fn loop_back(&mut self, character: u8) {
        self.input.push_back(character);
        self.idle = 0;
    }

    /// Characters begin to come.
    pub fn receive(&mut self, characters: &[u8]) {
        self.line.extend(characters);
        self.idle = 0;
        if self.pace == 0 {
            self.input.append(&mut self.line);
        }
    }

    /// Returns true if characters have come, or are to come, that the program has not taken.
    pub(crate) fn has_more(&self) -> bool {
        self.has_come() || !self.line.is_empty()
    }

    /// Returns true if the program has looked so often in vain that it must be waiting.
    pub(crate) fn waits(&self) -> bool {
        self.idle > PATIENCE && !self.has_more()
    }

    /// Lets the next character come, if it is time, and the program has taken the last one.
    pub fn arrive(&mut self, clocks: u64) {
        if clocks >= self.due()
            && let Some(character) = self.line.pop_front()
        {
            (self.next, self.idle) = (clocks.saturating_add(self.pace), 0);
            if self.hasty && self.input.len() >= FIFO {
                self.input.pop_back();
                self.overrun.get_or_insert(FIFO as u16 - 1);
            }
            self.input.push_back(character);
        }
    }

    /// The clock at which the next character comes; `u64::MAX` if none does before the program has taken one.
    #[must_use]
    pub fn due(&self) -> u64 {
        if self.line.is_empty() || self.has_come() && !self.hasty {
            u64::MAX
        } else {
            self.next
        }
    }

    /// The characters that the program has sent and that were not taken yet.
    #[must_use]
    pub(crate) fn output(&self) -> &[u8] {
        &self.output
    }

    /// Takes the characters that were sent.
    pub(crate) fn take_output(&mut self) -> Vec<u8> {
        let output = core::mem::take(&mut self.output);
        self.taken += output.len() as u64;
        output
    }

    /// Forgets how much was taken, and when the last character came if none is to come.
    pub(crate) fn forget_counts(&mut self) {
        self.taken = 0;
        if self.line.is_empty() {
            self.next = 0;
        }
    }

    /// Writes the channel's state to a save file, or reads it from one.
    ///
    /// # Errors
    ///
    /// The file ends too early, or a flag in it is invalid.
    pub fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        let mut input = self.input.iter().copied().collect();
        archive.list(&mut input)?;
        self.input = input.into();
        archive.list(&mut self.output)?;
        archive.long(&mut self.idle)?;
        archive.count(&mut self.taken)?;
        archive.flag(&mut self.listens)?;
        let mut line = self.line.iter().copied().collect();
        archive.list(&mut line)?;
        self.line = line.into();
        archive.count(&mut self.pace)?;
        archive.count(&mut self.next)?;
        // A character's time is added to it.
        let at = archive.at();
        archive.sense(at, self.pace <= u64::from(CLOCK * BITS))?;
        archive.optional_word(&mut self.overrun)?;
        archive.flag(&mut self.active)?;
        archive.long(&mut self.looks)?;
        archive.flag(&mut self.polled)
    }
}
