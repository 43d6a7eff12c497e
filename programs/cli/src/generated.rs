//! Files that are generated from a command line: completions for shells, and manual pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Command;
use clap_complete::{Shell, generate};
use clap_mangen::Man as Page;

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

/// Print the manual page, or write those of all commands.
#[derive(Debug, clap::Args)]
pub struct Man {
    /// Folder to write a page for each command to, such as ~/.local/share/man/man1; it is made where it is missing.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints the manual page of a command; or writes it and those of its subcommands, at any depth, to a folder.
///
/// # Errors
///
/// When a page cannot be written.
pub fn man(command: Command, arguments: &Man) -> Result<ExitCode> {
    // Subcommands learn their full names. A page for each `help` would be of no use.
    let mut command = command.disable_help_subcommand(true);
    command.build();
    match &arguments.out {
        None => crate::print(String::from_utf8_lossy(&rendered(&Page::new(command))?))?,
        Some(folder) => {
            fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
            write(&command, folder)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the page of a command, and those of its subcommands.
fn write(command: &Command, folder: &Path) -> Result<()> {
    let page = Page::new(command.clone());
    crate::make(&folder.join(page.get_filename()), &rendered(&page)?)?;
    command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .try_for_each(|command| write(command, folder))
}

fn rendered(page: &Page) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    page.render(&mut text)?;
    Ok(text)
}
