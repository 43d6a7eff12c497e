//! Text for people.

use std::fmt::Display;
use std::io::{self, Write, stderr, stdout};

/// Prints a text on standard output.
///
/// # Errors
///
/// When it cannot be written: also when nobody reads it any more, which [`exit_code`](crate::exit_code) knows.
pub fn print(text: impl Display) -> io::Result<()> {
    let mut output = stdout().lock();
    write!(output, "{text}")?;
    output.flush()
}

/// The same, with the end of a line behind it.
///
/// # Errors
///
/// As [`print()`].
pub fn print_line(line: impl Display) -> io::Result<()> {
    print(format_args!("{line}\n"))
}

/// Tells something on standard error, if that is open.
pub fn tell(line: impl Display) {
    let _ = writeln!(stderr(), "{line}");
}
