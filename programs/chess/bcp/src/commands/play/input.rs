//! Lines from the keyboard or a pipe, and Ctrl-C.

use std::io::{self, BufRead, IsTerminal, Read, stdin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use bcp_suite::interrupt::{CTRL_C, on_end, status, take_back};
use z8000_terminal::{Prompt, Typed};

/// The maximum length of a line, in bytes.
const LONGEST: usize = 1000;

/// The time within which a second Ctrl-C ends the game.
const TWICE: Duration = Duration::from_secs(2);

/// A line received from the input, or the end of the input.
#[derive(Debug)]
pub(super) enum Line {
    /// A line without its end and without control characters.
    Text(String),
    /// A line that is too long.
    TooLong,
    /// The end of the input.
    End,
    /// Ctrl-C while we wait for a line.
    Interrupt,
}

/// The effect of the next Ctrl-C.
#[derive(Debug, Default)]
pub(super) struct Signals {
    /// True while the program thinks, which can be cut short; false while a line is awaited.
    busy: AtomicBool,
    /// True if the program must answer now.
    pub(super) stop: AtomicBool,
    /// True if the game must end.
    end: AtomicBool,
}

/// The user's input.
#[derive(Debug)]
pub(super) struct Input {
    lines: Receiver<io::Result<Line>>,
    sender: SyncSender<io::Result<Line>>,
    signals: Arc<Signals>,
    reads: bool,
    /// The line editor; `None` without a terminal that allows it.
    editor: Option<Prompt>,
    /// True if the terminal echoes the input.
    pub(super) terminal: bool,
}

impl Input {
    /// Starts listening for Ctrl-C; lines are read only when they are requested.
    ///
    /// # Errors
    ///
    /// The system does not allow it to handle signals.
    pub(super) fn listen() -> Result<Self> {
        let (sender, lines) = sync_channel(1);
        let signals = Arc::new(Signals::default());
        let input = Self {
            lines,
            sender: sender.clone(),
            signals: Arc::clone(&signals),
            reads: false,
            editor: Prompt::new(),
            terminal: stdin().is_terminal(),
        };
        let last = Mutex::new(None);
        on_end(move || {
            let now = Instant::now();
            let before: Option<Instant> = last.lock().unwrap_or_else(PoisonError::into_inner).replace(now);
            // Signals other than Ctrl-C end the game at once: they do not ask for a move.
            let again = status() != CTRL_C || before.is_some_and(|before| now.duration_since(before) < TWICE);
            let busy = signals.busy.load(Ordering::SeqCst);
            if (again || !busy) && signals.end.swap(true, Ordering::SeqCst) {
                // The game was already told to end, and hangs.
                std::process::exit(status().into());
            }
            signals.stop.store(true, Ordering::SeqCst);
            // A line that is already waiting is read first; then `next` sees that the game must end.
            let _ = sender.try_send(Ok(Line::Interrupt));
        })?;
        Ok(input)
    }

    /// Prints a prompt and waits for a line.
    ///
    /// # Errors
    ///
    /// The input cannot be read, or the prompt cannot be written.
    pub(super) fn next(&mut self, prompt: &str) -> Result<Line> {
        self.signals.stop.store(false, Ordering::SeqCst);
        self.signals.busy.store(false, Ordering::SeqCst);
        let end = &self.signals.end;
        let line = match &mut self.editor {
            Some(editor) => Ok(match editor.read(prompt, || end.load(Ordering::SeqCst))? {
                Typed::Line(line) if line.len() > LONGEST => Line::TooLong,
                Typed::Line(line) => Line::Text(printable(line.as_bytes())),
                Typed::End => Line::End,
                Typed::Interrupt => Line::Interrupt,
            }),
            None => {
                cli::print(prompt)?;
                self.receive()
            }
        };
        self.signals.busy.store(true, Ordering::SeqCst);
        line
    }

    fn receive(&mut self) -> Result<Line> {
        if !self.reads {
            self.reads = true;
            let sender = self.sender.clone();
            thread::spawn(move || {
                let mut input = stdin().lock();
                loop {
                    let line = read(&mut input);
                    let over = !matches!(line, Ok(Line::Text(_) | Line::TooLong));
                    if sender.send(line).is_err() || over {
                        return;
                    }
                }
            });
        }
        loop {
            if self.is_to_end() {
                return Ok(Line::Interrupt);
            }
            // The channel cannot be closed: we keep a sender.
            match self.lines.recv()?? {
                // This Ctrl-C made the program, which was still thinking, answer; it is not meant for this prompt.
                Line::Interrupt => {}
                line => return Ok(line),
            }
        }
    }

    /// Notes that the program begins to think. `stop` becomes true when it must answer, which may be immediately:
    /// Ctrl-C counts from the moment at which a line was read.
    pub(super) fn begin_thinking(&self) -> Arc<Signals> {
        self.signals.busy.store(true, Ordering::SeqCst);
        Arc::clone(&self.signals)
    }

    /// Notes that the program has answered. Returns true if the game is to end.
    pub(super) fn end_thinking(&self) -> bool {
        self.signals.stop.store(false, Ordering::SeqCst);
        let is_to_end = self.is_to_end();
        if !is_to_end {
            take_back();
        }
        is_to_end
    }

    fn is_to_end(&self) -> bool {
        self.signals.end.load(Ordering::SeqCst)
    }
}

/// Reads a line of any bytes and any length, but keeps at most the longest line.
fn read(input: &mut impl BufRead) -> io::Result<Line> {
    let mut line = Vec::new();
    // The longest line includes its end.
    if input.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(Line::End);
    }
    line.pop_if(|byte| *byte == b'\n');
    if line.len() > LONGEST {
        input.skip_until(b'\n')?;
        return Ok(Line::TooLong);
    }
    Ok(Line::Text(printable(&line)))
}

/// Returns a line without control characters.
fn printable(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let tidy = |letter: char| match letter {
        '\t' => ' ',
        letter if letter.is_control() => char::REPLACEMENT_CHARACTER,
        letter => letter,
    };
    text.trim_end().chars().map(tidy).collect()
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn lines_of_any_bytes_are_read() {
        let longest = "x".repeat(LONGEST);
        let text = format!("e4\r\n\n{longest}\n{longest}y\n{}\nd5", "z".repeat(100_000));
        let mut bytes = text.into_bytes();
        bytes.extend_from_slice(b"\xff\x00");
        for capacity in [1, 7, 8192] {
            let mut input = BufReader::with_capacity(capacity, &bytes[..]);
            let mut read = || read(&mut input).expect("bytes in memory");
            for expected in ["e4", "", &longest] {
                assert!(matches!(read(), Line::Text(text) if text == expected), "{expected}");
            }
            assert!(matches!(read(), Line::TooLong));
            assert!(matches!(read(), Line::TooLong));
            assert!(matches!(read(), Line::Text(text) if text == "d5\u{fffd}\u{fffd}"));
            assert!(matches!(read(), Line::End));
            assert!(matches!(read(), Line::End));
        }
    }
}
