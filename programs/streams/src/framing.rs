//! Messages on a stream: each consists of a header with its length, an empty line, and a body. The Debug Adapter
//! Protocol and the Language Server Protocol frame their JSON in this way.
//!
//! After an invalid message, the next one is found by the length of the invalid message or by the next header. A header
//! within a body shows that the length was wrong, since JSON cannot contain a header.

use std::io::{self, Read, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use thiserror::Error;

/// Why a message cannot be read.
#[derive(Debug, Error)]
pub enum FramingError {
    /// The header has no valid length.
    #[error("the header `{0}` has no valid Content-Length")]
    Header(String),
    /// The message is longer than the limit: its length in bytes, and the limit.
    #[error("a message of {0} bytes is too long: the maximum is {1}")]
    Long(usize, usize),
    /// The next message begins before the end of this message, whose length the header gives as this number of bytes.
    #[error("a message is shorter than its Content-Length of {0}")]
    Short(usize),
    /// The client has disconnected, with this error.
    #[error("the client has disconnected: {0}")]
    Io(#[from] io::Error),
}

/// The number of bytes of a header line that are kept: of a longer line, only the end counts.
const LINE: usize = 4096;

/// The number of bytes that are read at once.
const PIECE: usize = 1 << 13;

/// The name of the field with the length.
const NAME: &[u8] = b"content-length:";

/// The maximum number of bytes of a field that contains a length.
const FIELD: usize = NAME.len() + 32;

/// Reads messages, each of at most `limit` bytes, on a separate thread, so that work on one message can be interrupted
/// by the next. `understand` converts a body, or the error of a message, to the value to send to the receiver. The
/// thread ends at the end of the input, after a read error, which is not sent, or when the receiver no longer exists.
pub fn receive<T: Send + 'static>(
    input: impl Read + Send + 'static,
    limit: usize,
    understand: impl Fn(Result<Vec<u8>, FramingError>) -> T + Send + 'static,
) -> Receiver<T> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut messages = Messages::new(input, limit);
        while let Some(body) = messages.next_body().transpose() {
            let is_over = matches!(body, Err(FramingError::Io(_)));
            if is_over || sender.send(understand(body)).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Reads messages from an input.
#[derive(Debug)]
struct Messages<R> {
    input: R,
    /// The maximum length of a message in bytes.
    limit: usize,
    /// The bytes that were read and, below, how many of them were consumed.
    bytes: Vec<u8>,
    taken: usize,
}

impl<R: Read> Messages<R> {
    /// Reads the messages of an input, each of at most `limit` bytes.
    const fn new(input: R, limit: usize) -> Self {
        Self { input, limit, bytes: Vec::new(), taken: 0 }
    }

    /// Returns the body of the next message; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// The message cannot be read. Unless the input itself has failed, the next message can be.
    fn next_body(&mut self) -> Result<Option<Vec<u8>>, FramingError> {
        match self.header()? {
            Some(length) => self.body(length),
            None => Ok(None),
        }
    }

    /// Returns the length in the next header.
    fn header(&mut self) -> Result<Option<usize>, FramingError> {
        let mut length = None;
        let mut last = String::new();
        loop {
            let Some(line) = self.line()? else { return Ok(None) };
            let text = String::from_utf8_lossy(&line);
            let text = text.trim();
            if let Some(at) = field(&line) {
                let value = String::from_utf8_lossy(&line[at + NAME.len()..]);
                length = value.trim().parse::<usize>().ok();
            }
            if !text.is_empty() {
                last = text.chars().take(80).collect();
            } else if !last.is_empty() {
                break;
            }
        }
        match length {
            None => Err(FramingError::Header(last)),
            Some(length) if length > self.limit => Err(FramingError::Long(length, self.limit)),
            length => Ok(length),
        }
    }

    /// Returns the next line, or the end of a long one.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut seen = 0;
        loop {
            let rest = self.rest();
            if let Some(end) = rest[seen..].iter().position(|byte| *byte == b'\n') {
                return Ok(Some(self.take(seen + end + 1)));
            }
            seen = rest.len().min(LINE);
            self.taken = self.bytes.len() - seen;
            if !self.more()? {
                return Ok(None);
            }
        }
    }

    /// Returns the bytes of a body, unless another message begins within them.
    fn body(&mut self, length: usize) -> Result<Option<Vec<u8>>, FramingError> {
        let mut seen = 0;
        loop {
            let rest = self.rest();
            let end = rest.len().min(length);
            if let Some(next) = header_in(rest, seen, end) {
                self.taken += next;
                return Err(FramingError::Short(length));
            }
            if end == length {
                return Ok(Some(self.take(length)));
            }
            seen = end.saturating_sub(FIELD);
            if !self.more()? {
                return Ok(None);
            }
        }
    }

    /// Returns the bytes that were read but not consumed.
    fn rest(&self) -> &[u8] {
        &self.bytes[self.taken..]
    }

    fn take(&mut self, count: usize) -> Vec<u8> {
        let taken = self.rest()[..count].to_vec();
        self.taken += count;
        taken
    }

    /// Reads more bytes. Returns false at the end of the input.
    fn more(&mut self) -> io::Result<bool> {
        self.bytes.drain(..self.taken);
        self.taken = 0;
        let mut piece = [0; PIECE];
        let read = loop {
            match self.input.read(&mut piece) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.bytes.extend_from_slice(&piece[..read]);
        Ok(read > 0)
    }
}

/// Returns the start of the last length field in a line. The text before it may be the rest of a message whose length
/// was wrong.
fn field(line: &[u8]) -> Option<usize> {
    let found = |at: &usize| line[*at..*at + NAME.len()].eq_ignore_ascii_case(NAME);
    (0..=line.len().checked_sub(NAME.len())?).rev().find(found)
}

/// Returns the start of a complete header between two offsets: a field with a number and the end of its line.
fn header_in(bytes: &[u8], from: usize, to: usize) -> Option<usize> {
    let begins = |at: &usize| matches!(bytes[*at], b'c' | b'C') && is_header(&bytes[*at..]);
    (from..to).find(begins)
}

fn is_header(bytes: &[u8]) -> bool {
    let Some((name, rest)) = bytes.split_at_checked(NAME.len()) else {
        return false;
    };
    let spaces = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let rest = &rest[spaces..];
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    name.eq_ignore_ascii_case(NAME) && digits > 0 && matches!(rest[digits..], [b'\r', b'\n', ..] | [b'\n', ..])
}

/// Writes a message.
///
/// # Errors
///
/// The message cannot be written.
pub fn write_message(output: &mut impl Write, body: &str) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}
