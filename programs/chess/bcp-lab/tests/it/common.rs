//! Runs the command as a user does.

use std::process::Command;

pub(crate) use crate::harness::folder;
use crate::harness::words;
pub(crate) use crate::program::text;

/// Returns `bcp-lab` with the arguments of a command line.
pub(crate) fn command(line: &str) -> Command {
    let mut command = crate::environment::program(env!("CARGO_BIN_EXE_bcp-lab"));
    command.args(words(line));
    command
}
