//! Human-readable text on standard output and standard error, and the end of a command.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write, stderr};
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use anyhow::{Error, Result};
use streams::{gate, harmless, standard_output, without_numbers};

/// The control characters that are permitted in text.
const LAYOUT: &[char] = &['\n', '\t'];

/// Prints human-readable text on standard output. Control sequences for a terminal are replaced, as by [`tell`].
///
/// # Errors
///
/// The text cannot be written, for example because a pipe is closed, which [`exit_code`](crate::exit_code) recognises.
pub fn print(text: impl Display) -> io::Result<()> {
    pass(harmless(&text.to_string(), LAYOUT).as_bytes())
}

/// A writer of human-readable lines to standard output. Control sequences for a terminal are replaced, as by
/// [`print()`]. An incomplete line is held back until it ends or is flushed, since its last character may be
/// incomplete.
#[derive(Debug, Default)]
pub struct Screen(Vec<u8>);

impl Screen {
    /// Adds bytes, and returns the complete lines.
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

/// Writes bytes to standard output unchanged, such as the contents of a file, or text coloured by this program.
///
/// # Errors
///
/// The same as for [`print()`].
pub fn pass(bytes: &[u8]) -> io::Result<()> {
    let mut output = standard_output();
    output.write_all(bytes)?;
    output.flush()
}

/// Prints a line, like [`print()`], followed by a line end.
///
/// # Errors
///
/// The same as for [`print()`].
pub fn print_line(line: impl Display) -> io::Result<()> {
    print(format_args!("{line}\n"))
}

/// Prints a line on standard error, if that is open. Characters that would control a terminal, which a message may
/// contain because it quotes a file, are replaced with U+FFFD, except for line feeds and tabs. System errors are
/// printed without their numbers.
pub fn tell(line: impl Display) {
    let line = without_numbers(&line.to_string());
    let _ = writeln!(stderr(), "{}", harmless(&line, LAYOUT));
}

/// The name of this command; set when its arguments are parsed.
static COMMAND: OnceLock<String> = OnceLock::new();

/// Sets the name under which [`warn`] reports.
#[cfg(feature = "commands")]
pub(crate) fn name_command(name: &str) {
    let _ = COMMAND.set(name.to_owned());
}

/// Prints a message on standard error, preceded by the name of this command; see [`tell`].
pub fn warn(line: impl Display) {
    match COMMAND.get() {
        Some(name) => tell(format_args!("{name}: {line}")),
        None => tell(line),
    }
}

/// Formats text from a file as a cell that a spreadsheet treats as text: an apostrophe is put before `=`, `+`, `-` or
/// `@` at the beginning, which would make it a formula.
pub fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@']);
    if formula { format!("'{text}") } else { text.to_owned() }
}

/// Formats words after a heading, wrapped to this many columns.
///
/// # Example
///
/// ```
/// assert_eq!(cli::wrapped("line:", &["Qg6", "Kh8"], 10), "line: Qg6\n      Kh8");
/// ```
pub fn wrapped(heading: &str, words: &[impl AsRef<str>], width: usize) -> String {
    let mut text = heading.to_owned();
    let mut column = heading.len();
    for word in words.iter().map(AsRef::as_ref) {
        if column + 1 + word.len() > width {
            text += "\n";
            text += &" ".repeat(heading.len());
            column = heading.len();
        }
        text += " ";
        text += word;
        column += 1 + word.len();
    }
    text
}

/// Formats an integer with commas between thousands.
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

/// Returns the exit status of a command: the status in `result` or, after an error, 1 or, if a signal has come, 128 plus
/// its number. An error is reported on standard error, preceded by the command's name.
///
/// A broken pipe gives status 0 without a report, since the reader of the output needs no more of it. Writes that failed
/// are reported, with status 1, even if only a guest was told.
pub fn exit_code(command: &str, result: Result<ExitCode>) -> ExitCode {
    let failures = gate::failures();
    for (path, reason) in &failures {
        tell(format_args!("{command}: cannot write {}: {reason}", path.display()));
    }
    match result {
        Ok(_) if !failures.is_empty() => ExitCode::FAILURE,
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            tell(format_args!("{command}: {error:#}"));
            let signal = gate::signal().load(Ordering::Relaxed) as u8;
            ExitCode::from(if signal == 0 { 1 } else { 128 + signal })
        }
    }
}

/// Returns true if an error was caused by a closed pipe, even if a JSON or CSV writer reports it.
pub fn is_broken_pipe(error: &Error) -> bool {
    let broken = |error: &io::Error| error.kind() == ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(broken))
}
