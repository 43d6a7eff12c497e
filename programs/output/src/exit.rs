//! How a command ends.

use std::io::{ErrorKind, Write, stderr};
use std::process::ExitCode;

use anyhow::{Error, Result};

/// The exit status of a command, after its error, if any, was reported on standard error under the command's name.
///
/// A broken pipe is not an error: the reader of our output has seen enough.
#[must_use]
pub fn exit_code(command: &str, result: Result<ExitCode>) -> ExitCode {
    match result {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error may be closed.
            let _ = writeln!(stderr(), "{command}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &Error) -> bool {
    let error = error.downcast_ref::<std::io::Error>();
    error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
