//! The commands that replace GNU binutils: objects, archives, programs.

pub(crate) mod ar;
pub(crate) mod assemble;
pub(crate) mod input;
pub(crate) mod ld;
pub(crate) mod nm;
pub(crate) mod objcopy;
pub(crate) mod objdump;
mod output;
pub(crate) mod size;

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{ArgMatches, Args, Subcommand};

use crate::examples::EXAMPLES;

/// The commands whose arguments are written as those of GNU binutils.
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
}

/// Runs the command of this process, if it is one of these. Its arguments alone are described to clap:
/// a Makefile runs many of them, and each is over in a few milliseconds.
pub(crate) fn run() -> Option<Result<ExitCode>> {
    let name = called().or_else(|| env::args_os().nth(1)?.into_string().ok())?;
    let done = |()| ExitCode::SUCCESS;
    Some(match &*name {
        "ld" => {
            let (arguments, matches) = parsed(&name);
            ld::ld(&arguments, &matches)
        }
        "as" => assemble::assemble(&parsed(&name).0).map(done),
        "ar" => ar::ar(&parsed(&name).0).map(done),
        "ranlib" => ar::ranlib(&parsed(&name).0).map(done),
        "nm" => nm::nm(&parsed(&name).0).map(done),
        "objcopy" => objcopy::objcopy(&parsed(&name).0).map(done),
        "objdump" => objdump::objdump(&parsed(&name).0).map(done),
        "strip" => objcopy::strip(&parsed(&name).0).map(done),
        "size" => size::size(&parsed(&name).0).map(done),
        _ => return None,
    })
}

/// The commands of GNU binutils.
const NAMES: [&str; 9] = ["ld", "as", "ar", "ranlib", "nm", "objcopy", "objdump", "strip", "size"];

/// The command that the name of this program ends with, as in `z8k-coff-as`: as such a link it takes the place of the
/// GNU tool.
fn called() -> Option<String> {
    let program = PathBuf::from(env::args_os().next()?);
    let name = program.file_stem()?.to_str()?.rsplit_once('-')?.1;
    NAMES.contains(&name).then(|| name.to_owned())
}

/// The arguments after the name of the command.
fn own_arguments() -> impl Iterator<Item = OsString> {
    env::args_os().skip(if called().is_some() { 1 } else { 2 })
}

/// Reads the arguments of a command; ends the process if they are wrong.
fn parsed<A: Args>(name: &str) -> (A, ArgMatches) {
    let called = format!("z8k {name}");
    let command = A::augment_args(clap::Command::new("z8k").bin_name(&called));
    let command = cli::with_examples(command, &called, EXAMPLES);
    // The one of ld has another short name.
    let own = command.get_arguments().any(|argument| argument.get_id() == "version");
    let command = command.version(env!("CARGO_PKG_VERSION")).disable_version_flag(own);
    let arguments = rewritten(name, &command);
    let matches = cli::matches(command, "", arguments);
    (cli::taken(&matches), matches)
}

/// Options of GNU ld that change nothing here, and may be in a Makefile. `-q` is among them: no relocations stay in
/// programs, as in those of GNU ld for the Z8000.
const WITHOUT_EFFECT: &str = "-n -N -d -dc -dp -g -EB -nostdlib -static -X --cref --no-undefined -q --emit-relocs -O \
                              -O0 -O1 -O2 -O3 -Os -Bstatic -dn -non_shared --no-keep-memory --no-relax \
                              --check-sections --no-warn-mismatch --error-unresolved-symbols --as-needed \
                              --no-as-needed --discard-none --discard-locals";

/// The arguments of this process as clap reads them: long options may begin with one dash in GNU binutils, `-(` and
/// `-)` enclose a group, the key of `ar` may have a dash, and `-alh=FILE` asks `as` for a listing.
fn rewritten(name: &str, command: &clap::Command) -> Vec<OsString> {
    let long = command
        .get_arguments()
        .filter_map(clap::Arg::get_long_and_visible_aliases);
    let long: Vec<&str> = long.flatten().collect();
    let mut arguments = vec![OsString::from(command.get_name())];
    for (index, argument) in own_arguments().enumerate() {
        let Some(text) = argument.to_str() else {
            arguments.push(argument);
            continue;
        };
        let word = text.strip_prefix('-').and_then(|word| word.split('=').next());
        match (name, text) {
            ("ld", "-(") => arguments.push("--start-group".into()),
            ("ld", "-)") => arguments.push("--end-group".into()),
            ("ld", _) if WITHOUT_EFFECT.split(' ').any(|known| known == text) => {}
            ("as", _) if text.starts_with("-a") => arguments.push(listing(text).into()),
            ("ar", _) if index == 0 && !text.starts_with("--") => {
                arguments.push(text.strip_prefix('-').unwrap_or(text).into());
            }
            _ if word.is_some_and(|word| word.len() > 1 && long.contains(&word)) => {
                arguments.push(format!("-{text}").into());
            }
            _ => arguments.push(argument),
        }
    }
    arguments
}

/// `-a`, letters and `=FILE`, as the option of the listing; anything else is left alone.
fn listing(argument: &str) -> String {
    let rest = &argument["-a".len()..];
    let letters = rest.find(|letter: char| !letter.is_ascii_lowercase());
    let letters = letters.unwrap_or(rest.len());
    match rest[letters..].strip_prefix('=') {
        Some(file) => format!("--listing={file}"),
        None if letters == rest.len() => "--listing=-".to_owned(),
        None => argument.to_owned(),
    }
}
