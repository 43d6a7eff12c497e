//! Text for people, on standard output and standard error, and the end of a command.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write, stderr};
use std::process::ExitCode;
use std::sync::OnceLock;

use anyhow::{Error, Result};
use streams::{harmless, standard_output, without_numbers};

/// The letters that lay a text out.
const LAYOUT: &[char] = &['\n', '\t'];

/// Prints a text for people on standard output; like [`tell`], it commands no terminal.
///
/// # Errors
///
/// When it cannot be written: also when there is no reader any more, which [`exit_code`](crate::exit_code) knows.
pub fn print(text: impl Display) -> io::Result<()> {
    pass(harmless(&text.to_string(), LAYOUT).as_bytes())
}

/// The standard output as a writer of lines for people: as [`print()`], it commands no terminal. A line that has not
/// ended waits: part of a letter may be missing.
#[derive(Debug, Default)]
pub struct Screen(Vec<u8>);

impl Screen {
    /// Adds bytes, and returns the lines that have ended.
    fn ended(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.0.extend_from_slice(bytes);
        let end = self
            .0
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |last| last + 1);
        let rest = self.0.split_off(end);
        std::mem::replace(&mut self.0, rest)
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let lines = self.ended(bytes);
        if !lines.is_empty() {
            print(String::from_utf8_lossy(&lines))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = std::mem::take(&mut self.0);
        if text.is_empty() {
            return Ok(());
        }
        print(String::from_utf8_lossy(&text))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.flush();
    }
}

/// Passes bytes on to standard output as they are: the contents of a file, or text that this program colours.
///
/// # Errors
///
/// As in [`print()`].
pub fn pass(bytes: &[u8]) -> io::Result<()> {
    let mut output = standard_output();
    output.write_all(bytes)?;
    output.flush()
}

/// The same, with the end of a line behind it.
///
/// # Errors
///
/// As in [`print()`].
pub fn print_line(line: impl Display) -> io::Result<()> {
    print(format_args!("{line}\n"))
}

/// Prints a line on standard error, if that is open. A mark replaces what would command a terminal, as parts of a
/// file that a message quotes can. Errors of the system have no numbers.
pub fn tell(line: impl Display) {
    let line = without_numbers(&line.to_string());
    let _ = writeln!(stderr(), "{}", harmless(&line, LAYOUT));
}

/// The name of this command, once its arguments are read.
static COMMAND: OnceLock<String> = OnceLock::new();

/// Sets the name under which [`warn`] reports.
#[cfg(feature = "commands")]
pub(crate) fn name_command(name: &str) {
    let _ = COMMAND.set(name.to_owned());
}

/// Reports something on standard error, under the name of this command: see [`tell`].
pub fn warn(line: impl Display) {
    match COMMAND.get() {
        Some(name) => tell(format_args!("{name}: {line}")),
        None => tell(line),
    }
}

/// A text from a file in the form that a spreadsheet takes for text: a would-be formula gets an apostrophe.
pub fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@']);
    if formula { format!("'{text}") } else { text.to_owned() }
}

/// A whole number with commas between thousands.
pub fn grouped(number: impl Into<u64>) -> String {
    let digits = number.into().to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The exit status of a command, after its error, if any, was reported on standard error under the command's name.
///
/// A broken pipe is not an error: the reader of our output has seen enough.
pub fn exit_code(command: &str, result: Result<ExitCode>) -> ExitCode {
    match result {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            tell(format_args!("{command}: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Returns true if an error comes from an output that has no reader any more: from the writers of JSON and CSV as well.
pub fn is_broken_pipe(error: &Error) -> bool {
    let broken = |error: &io::Error| error.kind() == ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(broken))
}
