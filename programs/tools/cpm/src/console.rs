//! The console: input and output of a program, character by character.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An answer to a request for input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// A character.
    Byte(u8),
    /// No character is available yet: the host stops, and asks again when it is continued.
    Later,
    /// The input has ended: there are no more characters.
    End,
}

/// A terminal or a substitute for one.
pub trait Console: Send {
    /// Reads a character, waiting for it if possible.
    ///
    /// # Errors
    ///
    /// The terminal is gone.
    fn read(&mut self) -> io::Result<Input>;

    /// Returns true if a character can be read without waiting.
    ///
    /// # Errors
    ///
    /// The terminal is gone.
    fn ready(&mut self) -> io::Result<bool>;

    /// Reads a key pressed while the program is writing, if there is one. Input that does not come from a user does not
    /// count as a key.
    ///
    /// # Errors
    ///
    /// The terminal is gone.
    fn pressed(&mut self) -> io::Result<Option<u8>> {
        Ok(None)
    }

    /// Writes a character.
    ///
    /// # Errors
    ///
    /// The terminal is gone.
    fn write(&mut self, byte: u8) -> io::Result<()>;

    /// Flushes the output. Called before the host waits.
    ///
    /// # Errors
    ///
    /// The terminal is gone.
    fn flush(&mut self) -> io::Result<()>;
}

/// A console in memory: queued input and captured output.
#[derive(Debug, Clone, Default)]
pub struct Script {
    input: VecDeque<u8>,
    /// True if no more input will be sent.
    ended: bool,
    output: Vec<u8>,
}

/// A script that its owner shares with the host.
#[derive(Debug, Clone, Default)]
pub struct SharedScript(Arc<Mutex<Script>>);

impl SharedScript {
    /// Queues characters as input. A line must end with a carriage return, as on a terminal.
    pub fn send(&self, text: &str) {
        self.send_bytes(text.as_bytes());
    }

    /// Queues bytes as input.
    pub(crate) fn send_bytes(&self, bytes: &[u8]) {
        self.script().input.extend(bytes);
    }

    /// Marks the end of the input.
    pub fn end(&self) {
        self.script().ended = true;
    }

    /// Returns the characters written since the last call.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.script().output)
    }

    /// Returns an independent copy of the script.
    pub(crate) fn apart(&self) -> Self {
        Self(Arc::new(Mutex::new(self.script().clone())))
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Console for SharedScript {
    fn read(&mut self) -> io::Result<Input> {
        let mut script = self.script();
        Ok(match script.input.pop_front() {
            Some(byte) => Input::Byte(byte),
            None if script.ended => Input::End,
            None => Input::Later,
        })
    }

    fn ready(&mut self) -> io::Result<bool> {
        Ok(!self.script().input.is_empty())
    }

    fn pressed(&mut self) -> io::Result<Option<u8>> {
        Ok(self.script().input.pop_front())
    }

    fn write(&mut self, byte: u8) -> io::Result<()> {
        self.script().output.push(byte);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The console of a host, locked because only one caller can use it at a time.
pub(crate) struct Attached(Mutex<Box<dyn Console>>);

impl Attached {
    pub(crate) const fn new(console: Box<dyn Console>) -> Self {
        Self(Mutex::new(console))
    }

    /// Returns the console.
    pub(crate) fn get(&mut self) -> &mut dyn Console {
        &mut **self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}
