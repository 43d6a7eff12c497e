//! Manual pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Command;
use clap_mangen::Man as Page;

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
    // So that subcommands know their full names. A page for each `help` would say nothing.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_for_each_command() {
        let command = Command::new("tool")
            .subcommand(Command::new("plain").about("Does it."))
            .subcommand(Command::new("nested").subcommand(Command::new("deep")))
            .subcommand(Command::new("secret").hide(true));
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("man/man1");
        man(command, &Man { out: Some(out.clone()) }).expect("pages");
        let mut pages: Vec<_> = fs::read_dir(&out)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        pages.sort();
        assert_eq!(pages, ["tool-nested-deep.1", "tool-nested.1", "tool-plain.1", "tool.1"]);
        let plain = fs::read_to_string(out.join("tool-plain.1")).expect("a page");
        assert!(plain.contains("Does it."), "{plain}");
    }
}
