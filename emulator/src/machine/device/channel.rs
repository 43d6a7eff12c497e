//! A serial channel between a device and its connection.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::standing::Facts;
use crate::save::{Archive, SaveError};

/// Clocks per second of the chip for which serial lines are timed: 4 MHz.
pub const CLOCK: u32 = 4_000_000;

/// Bits of a character on a line, with those that frame it.
const BITS: u32 = 10;

/// Added to a character whose stop bit was missing.
const MISFRAMED: u16 = 0x100;

/// Bits of a channel's [`lines`](Channel::lines): a break is being received; CTS; DCD. They are those of RR0.
pub const BREAK: u8 = 0x80;
/// Clear to send.
pub const CTS: u8 = 0x20;
/// Data carrier detect.
pub const DCD: u8 = 0x08;

/// What the other end of a line does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// It sends a character.
    Character(u8),
    /// It sends a character without a stop bit.
    Misframed(u8),
    /// It sets the line of this bit, or clears it.
    Line(u8, bool),
}

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
    input: VecDeque<u16>,
    output: Vec<u8>,
    /// Status reads that found nothing received, since the last character went either way or a device was served.
    pub(crate) idle: u32,
    /// The number of characters that were ever taken of those that were sent.
    pub(crate) taken: u64,
    /// The device interrupts when a character comes, so that a processor that has halted waits for one.
    pub listens: bool,
    /// Characters that are to come one by one, and the clock from which the next one may.
    line: VecDeque<u16>,
    next: u64,
    /// The lines that are not as they are without a script or a wire: CTS and DCD active, no break.
    turned: u8,
    /// What the other end does at which clocks, and how much of that is over.
    script: Option<Box<[(u64, Signal)]>>,
    played: u32,
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

    /// The other end does what a script says, in the order of its clocks.
    pub fn follow(&mut self, script: Vec<(u64, Signal)>) {
        self.script = Some(script.into());
    }

    /// What the script says next, with its clock.
    #[must_use]
    pub fn next_signal(&self) -> Option<(u64, Signal)> {
        self.script.as_ref()?.get(self.played as usize).copied()
    }

    /// The active lines: [`BREAK`], [`CTS`], [`DCD`].
    #[must_use]
    pub const fn lines(&self) -> u8 {
        self.turned ^ (CTS | DCD)
    }

    /// Sets the lines. A break that ends leaves a null character without a stop bit.
    pub fn set_lines(&mut self, lines: u8) {
        if self.lines() & !lines & BREAK != 0 {
            self.arrives(&[MISFRAMED]);
        }
        self.turned = lines ^ (CTS | DCD);
    }

    /// Returns true if the next character has no stop bit.
    #[must_use]
    pub fn is_misframed(&self) -> bool {
        self.input.front().is_some_and(|next| next & MISFRAMED != 0)
    }

    /// The next character, which stays.
    #[must_use]
    pub fn peek(&self) -> u8 {
        self.input.front().map_or(0, |next| *next as u8)
    }

    /// Returns true if the next character came in the place of one that was lost, until that is forgotten.
    #[must_use]
    pub fn is_overrun(&self) -> bool {
        self.overrun == Some(0)
    }

    /// The program has taken note of the lost character, and of the missing stop bit.
    pub fn forgive(&mut self) {
        self.overrun.take_if(|before| *before == 0);
        if let Some(next) = self.input.front_mut() {
            *next &= !MISFRAMED;
        }
    }

    /// Sets the speed of the line.
    pub const fn set_baud(&mut self, baud: u32) {
        self.pace = match baud {
            0 => 0,
            baud => (CLOCK * BITS).div_ceil(baud) as u64,
        };
    }

    /// Sets the clocks from one character to the next; with `u64::MAX`, none comes.
    pub const fn set_pace(&mut self, clocks: u64) {
        self.pace = clocks;
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
        self.input.pop_front().map_or(0, |character| character as u8)
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
        self.input.push_back(character.into());
        self.idle = 0;
    }

    /// Characters begin to come.
    pub fn receive(&mut self, characters: &[u8]) {
        let characters: Vec<u16> = characters.iter().map(|character| u16::from(*character)).collect();
        self.arrives(&characters);
    }

    fn arrives(&mut self, characters: &[u16]) {
        self.line.extend(characters);
        self.idle = 0;
        if self.pace == 0 {
            self.input.append(&mut self.line);
        }
    }

    /// The number of characters that have been sent here and not taken.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.input.len() + self.line.len()
    }

    /// Returns true if characters have come, or are to come, that the program has not taken.
    pub(crate) fn has_more(&self) -> bool {
        self.has_come() || !self.line.is_empty() || self.next_signal().is_some()
    }

    /// Returns true if the program has looked so often in vain that it must be waiting.
    pub(crate) fn waits(&self) -> bool {
        self.idle > PATIENCE && !self.has_more()
    }

    /// What the program does about the channel.
    pub(crate) fn facts(&self) -> Facts {
        let mut all = Facts::empty();
        all.set(Facts::WAITS, self.waits());
        all.set(Facts::USED, self.looks > 0 || self.active);
        all.set(Facts::LISTENS, self.listens);
        all
    }

    /// Does what the script says, and lets the next character come, if it is time, and the program has taken the last one.
    pub fn arrive(&mut self, clocks: u64) {
        while let Some((_, signal)) = self.next_signal().filter(|(at, _)| *at <= clocks) {
            self.played += 1;
            match signal {
                Signal::Character(character) => self.arrives(&[character.into()]),
                Signal::Misframed(character) => self.arrives(&[MISFRAMED | u16::from(character)]),
                Signal::Line(line, on) => self.set_lines(self.lines() & !line | if on { line } else { 0 }),
            }
        }
        if clocks >= self.character_due()
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

    /// The clock at which the next character comes, or the script says more; `u64::MAX` if neither does before the program
    /// has taken a character.
    #[must_use]
    pub fn due(&self) -> u64 {
        let signal = self.next_signal().map_or(u64::MAX, |(at, _)| at);
        self.character_due().min(signal)
    }

    fn character_due(&self) -> u64 {
        if self.line.is_empty() || self.has_come() && !self.hasty || self.pace == u64::MAX {
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
        characters(&mut self.input, archive)?;
        archive.list(&mut self.output)?;
        archive.long(&mut self.idle)?;
        archive.count(&mut self.taken)?;
        archive.flag(&mut self.listens)?;
        characters(&mut self.line, archive)?;
        archive.count(&mut self.pace)?;
        archive.count(&mut self.next)?;
        // A character's time is added to it.
        let at = archive.at();
        archive.sense(at, self.pace == u64::MAX || self.pace <= u64::MAX / 4)?;
        archive.optional_word(&mut self.overrun)?;
        archive.flag(&mut self.active)?;
        archive.long(&mut self.looks)?;
        archive.flag(&mut self.polled)?;
        archive.byte(&mut self.turned)?;
        archive.long(&mut self.played)
    }
}

/// Characters with what is wrong with them, in a save file.
fn characters(queue: &mut VecDeque<u16>, archive: &mut Archive<'_>) -> Result<(), SaveError> {
    let mut bytes = queue.iter().flat_map(|character| character.to_be_bytes()).collect();
    archive.list(&mut bytes)?;
    let pairs = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    *queue = pairs.map(|character| character & (MISFRAMED | 0xFF)).collect();
    Ok(())
}
