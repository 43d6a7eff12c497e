//! The console if standard input or output is not a terminal.
//!
//! Lines end with a line feed on the host, and with a carriage return in the program's input. Programs write both, in
//! either order, and carriage returns next to a line feed are dropped. A regular file is read when the program requests
//! input, so that a session with it is the same every time.
//!
//! A program that prints checks for a key that would stop it, and consumes that key. All input is available here at
//! once, so input is held back from a program that has printed since its last check. A program that only waits for a
//! key checks again.

#![allow(clippy::disallowed_types, reason = "standard input is open already")]

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write, stdin};

use cli::interrupt::Interrupt;
use cli::{StandardOutput, standard_output};
use z8000_cpm::console::{Console, Input};

use super::input::TypedInput;

const RETURN: u8 = 0x0D;
const LINE_FEED: u8 = 0x0A;

/// The source of input characters.
enum Source {
    File(BufReader<File>),
    Typed(TypedInput),
}

/// A console on standard input and output.
pub(super) struct Streams {
    source: Source,
    /// A character that was read but not yet consumed.
    next: Option<Input>,
    /// True if the last character read was a carriage return: a line feed after it belongs to it.
    returned: bool,
    out: BufWriter<StandardOutput>,
    /// True if a written carriage return is held back until the next character.
    held: bool,
    /// True if the output is at the beginning of a line.
    line_begins: bool,
    /// True if something was written since the program last checked for input.
    wrote: bool,
}

/// Returns standard input if it is a regular file.
#[cfg(unix)]
fn plain_file() -> Option<File> {
    use std::os::fd::AsFd;
    let file = File::from(stdin().as_fd().try_clone_to_owned().ok()?);
    file.metadata().is_ok_and(|found| found.is_file()).then_some(file)
}

#[cfg(not(unix))]
fn plain_file() -> Option<File> {
    let _ = stdin();
    None
}

impl Streams {
    pub(super) fn new(interrupt: Interrupt) -> io::Result<Self> {
        let source = match plain_file() {
            Some(file) => Source::File(BufReader::new(file)),
            None => Source::Typed(TypedInput::new(interrupt, |_| false)?),
        };
        Ok(Self {
            source,
            next: None,
            returned: false,
            out: BufWriter::new(standard_output()),
            held: false,
            line_begins: true,
            wrote: false,
        })
    }

    /// Returns the next character of the input without changes.
    fn raw(&mut self) -> io::Result<Input> {
        Ok(match &mut self.source {
            Source::File(file) => {
                let mut byte = [0];
                match file.read(&mut byte)? {
                    0 => Input::End,
                    _ => Input::Byte(byte[0]),
                }
            }
            Source::Typed(typed) => typed.read(),
        })
    }

    /// Returns the next character for the program.
    fn take(&mut self) -> io::Result<Input> {
        loop {
            let input = self.raw()?;
            let returned = std::mem::replace(&mut self.returned, input == Input::Byte(RETURN));
            match input {
                Input::Byte(LINE_FEED) if returned => {}
                Input::Byte(LINE_FEED) => return Ok(Input::Byte(RETURN)),
                input => return Ok(input),
            }
        }
    }
}

impl Drop for Streams {
    /// Flushes the output, so that it precedes what the command reports about the run.
    fn drop(&mut self) {
        let _ = self.out.flush();
    }
}

impl Console for Streams {
    fn read(&mut self) -> io::Result<Input> {
        match self.next.take() {
            Some(input) => Ok(input),
            None => self.take(),
        }
    }

    fn ready(&mut self) -> io::Result<bool> {
        if std::mem::take(&mut self.wrote) {
            return Ok(false);
        }
        if self.next.is_none() {
            let there = match &mut self.source {
                Source::File(_) => true,
                Source::Typed(typed) => typed.ready(),
            };
            if there {
                self.next = Some(self.take()?);
            }
        }
        Ok(matches!(self.next, Some(Input::Byte(_))))
    }

    fn write(&mut self, byte: u8) -> io::Result<()> {
        self.wrote = true;
        if byte == RETURN {
            self.held = !self.line_begins;
            return Ok(());
        }
        if std::mem::take(&mut self.held) && byte != LINE_FEED {
            self.out.write_all(&[RETURN])?;
        }
        self.line_begins = byte == LINE_FEED;
        self.out.write_all(&[byte])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
