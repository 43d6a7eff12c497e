//! Standard output with errors that name it.

use std::io::{self, Stdout, Write, stdout};

use crate::text::plain;

/// A writer to standard output whose errors name standard output, since a message such as "disk full" could concern any
/// file.
#[derive(Debug)]
pub struct StandardOutput(Stdout);

/// Returns a writer to standard output.
pub fn standard_output() -> StandardOutput {
    StandardOutput(stdout())
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }
}

fn named(error: io::Error) -> io::Error {
    let kind = error.kind();
    // The caller retries after this error.
    if kind == io::ErrorKind::Interrupted {
        return error;
    }
    io::Error::new(kind, format!("cannot write to standard output: {}", plain(error)))
}
