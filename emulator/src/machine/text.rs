//! The text that a program receives from a connection, a line at a time.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// With these a program requests the next block of an XMODEM transfer: acknowledged, once more, with CRC, aborted.
const ASKS: [u8; 2] = [0x06, 0x15];
const TRANSFERS: [u8; 4] = [0x06, 0x15, b'C', 0x18];

/// By these a block begins.
const BLOCKS: [u8; 2] = [0x01, 0x02];

/// Input that comes in pieces. A program receives whole lines of it, so that it does not matter how the pieces were cut.
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
    /// A line feed comes as a carriage return, except in a transfer; the last line has ended with one.
    returns: bool,
    returned: bool,
    transfers: bool,
    ended: bool,
}

impl Text {
    /// Input of which nothing has come. With `returns`, a line ends with a carriage return, whichever end it has.
    #[must_use]
    pub fn new(returns: bool) -> Self {
        Self { returns, ..Self::default() }
    }

    /// A piece has come.
    pub fn add(&mut self, bytes: &[u8]) {
        self.come.extend(bytes);
    }

    /// No more comes.
    pub const fn end(&mut self) {
        self.ended = true;
    }

    /// Returns true if no more comes.
    #[must_use]
    pub const fn has_ended(&self) -> bool {
        self.ended
    }

    /// Returns true if some of it has come and was not taken.
    #[must_use]
    pub fn has_come(&self) -> bool {
        !self.come.is_empty()
    }

    /// The number of bytes taken.
    #[must_use]
    pub const fn taken(&self) -> u64 {
        self.taken
    }

    /// Passes over bytes that were taken before.
    pub fn skip(&mut self, bytes: u64) {
        let count = usize::try_from(bytes).unwrap_or(usize::MAX).min(self.come.len());
        self.come.drain(..count);
        self.taken = bytes;
    }

    /// The next line, if all of it has come; in a transfer, or at the end, whatever has come.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<Vec<u8>> {
        self.transfers |= self.come.front().is_some_and(|first| BLOCKS.contains(first));
        let returns = self.returns && !self.transfers;
        // A line feed after a carriage return is the same end of a line.
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

    /// Whatever has come.
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

    /// The program has sent something: it requests a block as it is, or does something else.
    pub fn sent(&mut self, bytes: &[u8]) {
        let asks = bytes.last().is_some_and(|last| ASKS.contains(last));
        let continues = self.transfers && bytes.iter().all(|byte| TRANSFERS.contains(byte));
        self.transfers = asks || continues;
    }
}
