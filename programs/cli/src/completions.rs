//! Completions for shells.

use std::process::ExitCode;

use anyhow::Result;
use clap::Command;
use clap_complete::{Shell, generate};

/// Print what makes a shell complete these arguments.
#[derive(Debug, clap::Args)]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

/// Prints the completions of a command.
///
/// # Errors
///
/// When they cannot be printed.
pub fn completions(mut command: Command, arguments: &Completions) -> Result<ExitCode> {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    generate(arguments.shell, &mut command, name, &mut script);
    crate::print(String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
