//! The text that a program receives from a connection, line by line.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// Characters with which a program requests a block of an XMODEM transfer (ACK, NAK), and all that it sends during one:
/// these, `C` for a CRC, and CAN.
const ASKS: [u8; 2] = [0x06, 0x15];
const TRANSFERS: [u8; 4] = [0x06, 0x15, b'C', 0x18];

/// The first bytes of blocks: SOH and STX.
const BLOCKS: [u8; 2] = [0x01, 0x02];

/// Input that arrives in pieces. A program receives it in whole lines, so that the boundaries of the pieces do not
/// matter.
///
/// # Example
///
/// ```
/// use z8000::machine::Text;
///
/// let mut text = Text::new(false);
/// text.add(b"o");
/// assert_eq!(text.next(), None);
/// text.add(b"ne\ntw");
/// assert_eq!(text.next().as_deref(), Some(&b"one\n"[..]));
/// text.end();
/// assert_eq!(text.next().as_deref(), Some(&b"tw"[..]));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Text {
    come: VecDeque<u8>,
    taken: u64,
    /// True if line feeds are converted to carriage returns, except in a transfer; and whether the last line ended with
    /// a carriage return.
    returns: bool,
    returned: bool,
    transfers: bool,
    ended: bool,
}

impl Text {
    /// Creates input that is still empty. With `returns`, every line ends with a carriage return.
    pub fn new(returns: bool) -> Self {
        Self { returns, ..Self::default() }
    }

    /// Adds a piece of input.
    pub fn add(&mut self, bytes: &[u8]) {
        self.come.extend(bytes);
    }

    /// Marks the end of the input.
    pub const fn end(&mut self) {
        self.ended = true;
    }

    /// Returns true if no more input will arrive.
    pub const fn has_ended(&self) -> bool {
        self.ended
    }

    /// Returns true if input has arrived that was not taken.
    pub fn has_come(&self) -> bool {
        !self.come.is_empty()
    }

    /// Returns the number of bytes taken.
    pub const fn taken(&self) -> u64 {
        self.taken
    }

    /// Skips bytes that were taken before the machine was saved.
    pub fn skip(&mut self, bytes: u64) {
        let count = usize::try_from(bytes).unwrap_or(usize::MAX).min(self.come.len());
        self.come.drain(..count);
        self.taken = bytes;
    }

    /// Returns the next complete line; in a transfer or at the end of the input, everything that has arrived.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<Vec<u8>> {
        self.transfers |= self.come.front().is_some_and(|first| BLOCKS.contains(first));
        let returns = self.returns && !self.transfers;
        // A line feed directly after a carriage return belongs to the same line end.
        if self.returned && self.has_come() {
            self.returned = false;
            if self.come.front() == Some(&b'\n') {
                self.come.pop_front();
                self.taken += 1;
            }
        }
        let end = self
            .come
            .iter()
            .position(|byte| *byte == b'\n' || returns && *byte == b'\r');
        match end.filter(|_| !self.transfers) {
            Some(end) => self.take(end + 1),
            None if self.transfers || self.ended => self.all(),
            None => None,
        }
    }

    /// Returns everything that has arrived, even if the line is incomplete.
    pub fn all(&mut self) -> Option<Vec<u8>> {
        self.take(self.come.len())
    }

    fn take(&mut self, count: usize) -> Option<Vec<u8>> {
        let mut line: Vec<u8> = self.come.drain(..count).collect();
        self.taken += count as u64;
        let returns = self.returns && !self.transfers;
        if let Some(last) = line.last_mut().filter(|_| returns) {
            self.returned = *last == b'\r';
            if *last == b'\n' {
                *last = b'\r';
            }
        }
        (!line.is_empty()).then_some(line)
    }

    /// Notes what the program has sent, which may begin or end a transfer.
    pub fn sent(&mut self, bytes: &[u8]) {
        let asks = bytes.last().is_some_and(|last| ASKS.contains(last));
        let continues = self.transfers && bytes.iter().all(|byte| TRANSFERS.contains(byte));
        self.transfers = asks || continues;
    }
}
