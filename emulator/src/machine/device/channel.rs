//! A serial channel between a device and its connection.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::standing::Facts;
use crate::save::{Archive, SaveError};

/// The chip's clock frequency that serial lines assume: 4 MHz.
pub const CLOCK: u32 = 4_000_000;

/// Bits per character on a line, including start and stop bits.
const BITS: u32 = 10;

/// The flag of a character without a stop bit.
const MISFRAMED: u16 = 0x100;

/// Break: the first of the bits of a channel's [`lines`](Channel::lines), which are those of RR0.
pub const BREAK: u8 = 0x80;
/// The status bit of the line CTS, clear to send.
pub const CTS: u8 = 0x20;
/// The status bit of the line DCD, data carrier detect.
pub const DCD: u8 = 0x08;

/// An action of the other end of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// It sends a character.
    Character(u8),
    /// It sends a character without a stop bit, a framing error.
    Misframed(u8),
    /// It activates or deactivates the line with this bit.
    Line(u8, bool),
}

/// The number of characters that a receiver can store. On a line without a speed, further ones wait on the line.
const FIFO: usize = 3;

/// A program that reads the status more than this many times in succession without finding a character is considered to
/// be waiting for input.
pub const PATIENCE: u32 = 64;

/// The characters received and sent on a serial channel. Sending takes no time.
///
/// Characters arrive one at a time, as fast as the line allows; the sender waits until the program has read the
/// previous one. On a line without a speed, all arrive at once.
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
    /// Clocks between two characters; 0 if all arrive at once.
    pace: u64,
    /// Characters that have arrived and were not read, and those that were sent and not yet passed on.
    input: VecDeque<u16>,
    output: Vec<u8>,
    /// Unsuccessful status reads since a character was last read or sent, or a device was last serviced.
    pub(crate) idle: u32,
    /// The total number of sent characters that have been passed on.
    pub(crate) taken: u64,
    /// True if the device interrupts when a character arrives, so that a halted processor can wait for one.
    pub listens: bool,
    /// Characters on the line, which arrive one by one; and the earliest clock at which the next one may arrive.
    line: VecDeque<u16>,
    next: u64,
    /// The lines that differ from their defaults: CTS and DCD active, no break.
    turned: u8,
    /// The timed signals of the other end, and how many have been sent.
    script: Option<Box<[(u64, Signal)]>>,
    played: u32,
    /// True if the sender does not wait until the program has read a character.
    hasty: bool,
    /// If a character was lost, how many characters must be read before the one that replaced it.
    overrun: Option<u16>,
    /// True if a character was read or sent since the last interval of `Listening`.
    pub(crate) active: bool,
    /// Unsuccessful checks for a character in the current interval; and whether there were many in the last one.
    pub(crate) looks: u32,
    pub(crate) polled: bool,
}

impl Channel {
    /// Creates a channel with a speed in bits per second, at ten bits per character; 0 if all characters arrive at
    /// once.
    pub fn new(baud: u32) -> Self {
        let mut channel = Self::default();
        channel.set_baud(baud);
        channel
    }

    /// Creates a channel whose sender does not wait: if the receiver is full, its last character is lost.
    pub fn hasty(baud: u32) -> Self {
        Self { hasty: baud > 0, ..Self::new(baud) }
    }

    /// Sets the script of the other end: signals in the order of their clocks.
    pub fn follow(&mut self, script: Vec<(u64, Signal)>) {
        self.script = Some(script.into());
    }

    /// Returns the next signal of the script, with its clock.
    pub fn next_signal(&self) -> Option<(u64, Signal)> {
        self.script.as_ref()?.get(self.played as usize).copied()
    }

    /// Returns the active lines: [`BREAK`], [`CTS`], [`DCD`].
    pub const fn lines(&self) -> u8 {
        self.turned ^ (CTS | DCD)
    }

    /// Sets the active lines. The end of a break is received as a null character without a stop bit.
    pub fn set_lines(&mut self, lines: u8) {
        if self.lines() & !lines & BREAK != 0 {
            self.arrives(&[MISFRAMED]);
        }
        self.turned = lines ^ (CTS | DCD);
    }

    /// Returns true if the next character has no stop bit.
    pub fn is_misframed(&self) -> bool {
        self.input.front().is_some_and(|next| next & MISFRAMED != 0)
    }

    /// Returns the next character without removing it; 0 if there is none.
    pub fn peek(&self) -> u8 {
        self.input.front().map_or(0, |next| *next as u8)
    }

    /// Returns true if the next character has replaced one that was lost, until [`forgive`](Self::forgive) is called.
    pub fn is_overrun(&self) -> bool {
        self.overrun == Some(0)
    }

    /// Clears the errors of the next character: overrun and missing stop bit.
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

    /// Sets the clocks between two characters; with `u64::MAX`, none arrive.
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

    /// Notes that the program is waiting for a character, without having checked repeatedly.
    pub fn wait(&mut self) {
        self.idle = PATIENCE + 1;
    }

    /// Returns true if a character has arrived that the program has not read.
    pub fn has_come(&self) -> bool {
        !self.input.is_empty()
    }

    /// Handles the program's read of a character: returns the next one, or 0 if there is none.
    pub fn take(&mut self) -> u8 {
        (self.active, self.idle) = (true, 0);
        self.overrun = self.overrun.map(|before| before.saturating_sub(1));
        self.input.pop_front().map_or(0, |character| character as u8)
    }

    /// Discards the characters in the receiver; those on the line still arrive.
    pub fn clear(&mut self) {
        self.input.drain(..self.input.len().min(FIFO));
        self.overrun = None;
    }

    /// Handles a character that the program sends.
    pub fn put(&mut self, character: u8) {
        (self.active, self.idle) = (true, 0);
        self.output.push(character);
    }

    /// Returns a character that the program sends to its own receiver.
    pub fn loop_back(&mut self, character: u8) {
        self.input.push_back(character.into());
        self.idle = 0;
    }

    /// Puts characters on the line to the program.
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

    /// Returns the number of characters that the program has not read, including those on the line.
    pub fn waiting(&self) -> usize {
        self.input.len() + self.line.len()
    }

    /// Returns true if unread characters have arrived or will arrive.
    pub(crate) fn has_more(&self) -> bool {
        self.has_come() || !self.line.is_empty() || self.next_signal().is_some()
    }

    /// Returns true if the program has checked so often without success that it is considered to be waiting.
    pub(crate) fn waits(&self) -> bool {
        self.idle > PATIENCE && !self.has_more()
    }

    /// Returns the facts about the program's use of the channel.
    pub(crate) fn facts(&self) -> Facts {
        let mut all = Facts::empty();
        all.set(Facts::WAITS, self.waits());
        all.set(Facts::USED, self.looks > 0 || self.active);
        all.set(Facts::LISTENS, self.listens);
        all
    }

    /// Sends the signals of the script that are due. Lets the next character arrive if it is due and the program has
    /// read the previous one.
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

    /// Returns the clock at which the next character arrives or the script continues; `u64::MAX` if neither happens
    /// before the program reads a character.
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

    /// Returns the sent characters that have not been passed on.
    pub(crate) fn output(&self) -> &[u8] {
        &self.output
    }

    /// Removes and returns the sent characters.
    pub(crate) fn take_output(&mut self) -> Vec<u8> {
        let output = core::mem::take(&mut self.output);
        self.taken += output.len() as u64;
        output
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
        // The time of a character is added to the clock, so it must not overflow.
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

/// Writes characters with their error flags to a save file, or reads them from one.
fn characters(queue: &mut VecDeque<u16>, archive: &mut Archive<'_>) -> Result<(), SaveError> {
    let mut bytes = queue.iter().flat_map(|character| character.to_be_bytes()).collect();
    archive.list(&mut bytes)?;
    let pairs = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    *queue = pairs.map(|character| character & (MISFRAMED | 0xFF)).collect();
    Ok(())
}
