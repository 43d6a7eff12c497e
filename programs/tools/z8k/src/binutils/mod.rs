//! The commands that replace GNU binutils: objects, archives, programs.

pub(crate) mod addr2line;
pub(crate) mod ar;
pub(crate) mod assemble;
mod contents;
mod gnu;
pub(crate) mod input;
pub(crate) mod ld;
pub(crate) mod nm;
pub(crate) mod objcopy;
pub(crate) mod objdump;
mod output;
mod places;
pub(crate) mod size;
mod symbols;

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{ArgMatches, Args, Subcommand};
use z8000_object::text;

use crate::examples::EXAMPLES;

/// The commands whose arguments follow GNU binutils.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Assemble source files into an object file, with the options of GNU as.
    As(assemble::Arguments),
    /// Link object files and archives, with the options of GNU ld.
    Ld(Box<ld::Arguments>),
    /// Create an archive, or list, modify or extract its members.
    Ar(ar::Arguments),
    /// Rebuild the symbol index of an archive.
    Ranlib(ar::Ranlib),
    /// List the symbols of object files, archives and programs.
    Nm(nm::Arguments),
    /// Copy an object file or a program, optionally changing its format or contents.
    Objcopy(Box<objcopy::Arguments>),
    /// Display the contents of object files, archives and programs.
    Objdump(objdump::Arguments),
    /// Remove symbols and line numbers from object files and programs.
    Strip(objcopy::Strip),
    /// List the section sizes of object files, archives and programs.
    Size(size::Arguments),
    /// Print the source lines of addresses in a program.
    #[command(name = "addr2line")]
    Addr2line(addr2line::Arguments),
}

/// Runs the command of this process if it is one of these; returns `None` otherwise. Only its own arguments are
/// described to clap: a Makefile runs many of these commands, and each takes only a few milliseconds.
pub(crate) fn run() -> Option<Result<ExitCode>> {
    let name = called().or_else(|| env::args_os().nth(1)?.into_string().ok())?;
    is_command(&name).then(|| run_as(&name))
}

fn run_as(name: &str) -> Result<ExitCode> {
    let done = |()| ExitCode::SUCCESS;
    match name {
        "ld" => {
            let (arguments, matches) = parsed(name)?;
            ld::ld(&arguments, &matches)
        }
        "as" => assemble::assemble(&parsed(name)?.0).map(done),
        "ar" => ar::ar(&parsed(name)?.0).map(done),
        "ranlib" => ar::ranlib(&parsed(name)?.0).map(done),
        "nm" => nm::nm(&parsed(name)?.0),
        "objcopy" => objcopy::objcopy(&parsed(name)?.0).map(done),
        "objdump" => objdump::objdump(&parsed(name)?.0),
        "strip" => objcopy::strip(&parsed(name)?.0),
        "addr2line" => addr2line::addr2line(&parsed(name)?.0).map(done),
        _ => size::size(&parsed(name)?.0),
    }
}

/// The names under which packages install links to `z8k`, one for each command of GNU binutils.
const LINKS: &str = include_str!("links.txt");

fn is_command(name: &str) -> bool {
    LINKS.lines().any(|link| link.strip_prefix("z8k-coff-") == Some(name))
}

/// Returns the command at the end of this program's name, as in `z8k-coff-as`: as such a link it takes the place of the
/// GNU tool.
fn called() -> Option<String> {
    let program = PathBuf::from(env::args_os().next()?);
    let name = program.file_stem()?.to_str()?.rsplit_once('-')?.1;
    is_command(name).then(|| name.to_owned())
}

/// Returns the arguments after the name of the command, with those of option files inserted.
fn own_arguments() -> Result<Vec<OsString>> {
    let own = env::args_os().skip(if called().is_some() { 1 } else { 2 });
    let mut arguments = Vec::new();
    gnu::expanded(own, &mut 0, &mut arguments)?;
    Ok(arguments)
}

/// Parses the arguments of a command; ends the process if they are wrong.
fn parsed<A: Args>(name: &str) -> Result<(A, ArgMatches)> {
    let called = format!("z8k {name}");
    let command = A::augment_args(clap::Command::new("z8k").bin_name(&called));
    // As in GNU binutils, the last of repeated options counts.
    let command = command.args_override_self(true);
    let given = gnu::completed(name, &command, own_arguments()?);
    let command = gnu::with_options(name, cli::with_examples(command, &called, EXAMPLES), &given);
    // `ld` defines its own version option, with another letter.
    let own = command.get_arguments().any(|argument| argument.get_id() == "version");
    let command = command.version(env!("CARGO_PKG_VERSION")).disable_version_flag(own);
    let arguments = rewritten(name, &command, &given);
    let matches = cli::matches(command, "", arguments);
    gnu::check(name, &given, &matches)?;
    Ok((cli::taken(&matches), matches))
}

/// Rewrites the arguments of this process for clap: in GNU binutils, long options may begin with one dash, `-(` and
/// `-)` enclose a group, the key of `ar` may have a dash, and `-alh=FILE` asks `as` for a listing.
fn rewritten(name: &str, command: &clap::Command, given: &[OsString]) -> Vec<OsString> {
    let long: Vec<&str> = gnu::long_names(command).map(|(name, _)| name).collect();
    let mut arguments = vec![OsString::from(command.get_name())];
    for (index, argument) in given.iter().enumerate() {
        let text = &*argument.to_string_lossy();
        let word = text.strip_prefix('-').and_then(|word| word.split('=').next());
        match (name, text) {
            ("ld", "-(") => arguments.push("--start-group".into()),
            ("ld", "-)") => arguments.push("--end-group".into()),
            ("size" | "objdump" | "ranlib" | "addr2line", "-v") => arguments.push("--version".into()),
            ("size" | "objdump", "-H") | ("size", "-?") => arguments.push("--help".into()),
            _ if gnu::is_listing(name, text) => arguments.extend(listing(argument)),
            ("ar", _) if index == 0 && !text.starts_with("--") => {
                arguments.push(text.strip_prefix('-').unwrap_or(text).into());
                // A script of commands names the archive.
                if given.len() == 1 && arguments[1] == "M" {
                    arguments.push("-".into());
                }
            }
            _ if word.is_some_and(|word| word.len() > 1 && long.contains(&word)) => {
                let mut long = OsString::from("-");
                long.push(argument);
                arguments.push(long);
            }
            _ => arguments.push(argument.clone()),
        }
    }
    arguments
}

/// Rewrites `-a` with letters and `=FILE` as the listing options.
fn listing(argument: &OsString) -> Vec<OsString> {
    let text = text::decode(argument.clone().into_encoded_bytes());
    let (letters, file) = text
        .split_once('=')
        .map_or((&*text, None), |(letters, file)| (letters, Some(file)));
    let letters = Some(&letters["-a".len()..]).filter(|letters| !letters.is_empty());
    let letters = format!("--listing-letters={}", letters.unwrap_or("hls"));
    let file = file.map(|file| format!("--listing={file}"));
    let options = [letters].into_iter().chain(file);
    options.map(|option| input::path(&option).into()).collect()
}
