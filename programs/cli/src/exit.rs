//! How a command ends.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use anyhow::{Error, Result};

use crate::tell;

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

/// Returns true if an error comes from an output that nobody reads any more: of the writers of JSON and CSV as well.
pub fn is_broken_pipe(error: &Error) -> bool {
    let broken = |error: &io::Error| error.kind() == ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(broken))
}
