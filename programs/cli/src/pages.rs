//! Shell completions and manual pages, generated from a command's arguments when a release is built. Commands that
//! users compile themselves do not contain this code.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Command, ValueEnum};
use clap_complete::{Generator, Shell, generate};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

/// The argument that requests them: `bcp --write-pages FOLDER`.
const ARGUMENT: &str = "--write-pages";

/// Writes the completions of a command to `FOLDER/completions` and its manual pages to `FOLDER/man`, if the arguments
/// of this process request that. Returns false if they do not. They name the command as this process was called: a
/// package may give it another name.
///
/// # Errors
///
/// A file cannot be written.
pub(crate) fn written(command: &Command) -> Result<bool> {
    let mut arguments = env::args_os();
    let program = arguments.next().map(PathBuf::from).unwrap_or_default();
    if arguments.next().is_none_or(|first| first != ARGUMENT) {
        return Ok(false);
    }
    let folder = PathBuf::from(arguments.next().context("`--write-pages` requires a folder")?);
    let name = program
        .file_stem()
        .and_then(OsStr::to_str)
        .context("the program has no name")?;
    write_completions(command, name, &made(&folder, "completions")?)?;
    // Subcommands get their full names. Pages for `help` would be useless.
    let mut renamed = command
        .clone()
        .disable_help_subcommand(true)
        .bin_name(name)
        .display_name(name);
    renamed.build();
    write_manual(&renamed, (command.get_name(), name), &made(&folder, "man")?)?;
    Ok(true)
}

fn made(folder: &Path, name: &str) -> Result<PathBuf> {
    let folder = folder.join(name);
    streams::gate::make_folder(&folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
    Ok(folder)
}

/// Writes a completion script for each shell.
fn write_completions(command: &Command, name: &str, folder: &Path) -> Result<()> {
    for shell in Shell::value_variants() {
        let mut script = Vec::new();
        generate(*shell, &mut command.clone(), name, &mut script);
        crate::make(&folder.join(shell.file_name(name)), &script)?;
    }
    Ok(())
}

/// The exit statuses that all commands share.
const STATUS: [(&str, &str); 5] = [
    ("0", "Success."),
    (
        "1",
        "The command failed, or its check found a fault or a difference. A message gives the reason.",
    ),
    ("2", "Invalid arguments."),
    ("130", "Interrupted by Ctrl-C (SIGINT)."),
    ("143", "Terminated by SIGTERM."),
];

/// Returns the sections that clap does not generate. The examples are those at the end of the help, with the command's
/// name replaced.
fn status_and_examples(command: &Command, (old, new): (&str, &str)) -> Roff {
    let mut roff = Roff::default();
    roff.control("SH", ["EXIT STATUS"]);
    for (status, meaning) in STATUS {
        roff.control("TP", []).text([bold(status)]).text([roman(meaning)]);
    }
    if let Some(help) = command.get_after_help() {
        roff.control("SH", ["EXAMPLES"]).control("EX", []);
        for line in help.to_string().lines().skip(1) {
            let example = line.trim_start();
            let renamed = example.strip_prefix(old).map(|rest| format!("{new}{rest}"));
            roff.text([roman(renamed.as_deref().unwrap_or(example))]);
        }
        roff.control("EE", []);
    }
    roff
}

/// Writes the manual page of a command, and those of its subcommands.
fn write_manual(command: &Command, names: (&str, &str), folder: &Path) -> Result<()> {
    let mut command = command.clone();
    let usage = command.render_usage().to_string();
    // clap_mangen's own synopsis omits the values of options.
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).to_owned();
    let page = Man::new(command.clone().after_help(None).override_usage(usage));
    let mut text = Vec::new();
    page.render(&mut text)?;
    status_and_examples(&command, names).to_writer(&mut text)?;
    crate::make(&folder.join(page.get_filename()), &text)?;
    command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .try_for_each(|command| write_manual(command, names, folder))
}
