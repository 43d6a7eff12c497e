//! Inputs common to several binutils commands: numbers, and the objects in a file.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use z8000_object::{Object, Processor, archive, file, number};

/// The processors, as `-m` names them.
pub(crate) fn processor_name() -> impl TypedValueParser<Value = Processor> {
    PossibleValuesParser::new(["z8001", "z8002"]).map(|name| Processor::of(name == "z8001"))
}

/// A number in an option.
pub(crate) fn number(text: &str) -> Result<u32, String> {
    let number = number::number(text).and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| format!("expected a number up to 0xffffffff, such as 4096 or 0x1000, found `{text}`"))
}

/// Reads two parts, separated by `=`, such as `OLD=NEW` or `SECTION=FILE`.
pub(super) fn pair<T: From<String>>(text: &str) -> Result<(String, T), String> {
    let (first, second) = text.split_once('=').ok_or("expected two names, separated by `=`")?;
    Ok((first.to_owned(), second.to_owned().into()))
}

/// Handles each of several files. As in GNU binutils, an error of one does not keep the others from being handled; the
/// status is then 1.
pub(crate) fn each(files: &[PathBuf], mut handle: impl FnMut(&Path) -> Result<()>) -> Result<ExitCode> {
    let mut status = ExitCode::SUCCESS;
    for file in files {
        match handle(file) {
            Err(error) if cli::is_broken_pipe(&error) => return Err(error),
            Err(error) => status = cli::exit_code("z8k", Err(error)),
            Ok(()) => {}
        }
    }
    Ok(status)
}

/// Checks that a file is not a source.
///
/// # Errors
///
/// It has the name of a source, and is a text.
pub(crate) fn not_source(path: &Path, bytes: &[u8]) -> Result<()> {
    is_made(path, bytes, "as", "o")
}

/// The same, with the command that makes the expected file from a source, and the ending of that file's name.
pub(crate) fn is_made(path: &Path, bytes: &[u8], command: &str, end: &str) -> Result<()> {
    let syntax = match path.extension().and_then(OsStr::to_str) {
        Some("s") => "",
        Some("plz") => " --syntax plz",
        Some("8kn" | "8ks") => " --syntax asz8k",
        _ => return Ok(()),
    };
    let (name, made) = (path.display(), path.with_extension(end));
    let hint = format!("assemble it with `z8k {command}{syntax} {name} -o {}`", made.display());
    ensure!(bytes.contains(&0), "{name} is a source file: {hint}");
    Ok(())
}

/// The objects in the bytes of a file: its members if it is an archive, with their names.
pub(crate) fn objects(path: &Path, bytes: &[u8]) -> Result<Vec<Object>> {
    not_source(path, bytes)?;
    let shown = path.display().to_string();
    if !archive::is_archive(bytes) {
        return Ok(vec![file::shown(&shown, bytes).context(cli::name(path))?]);
    }
    let archive = archive::read(bytes).with_context(|| cli::name(path))?;
    let mut objects = Vec::new();
    for member in &archive.members {
        let name = format!("{shown}({})", member.name);
        objects.push(file::read(&member.name, member.bytes).context(name)?);
    }
    Ok(objects)
}
