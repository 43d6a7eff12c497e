//! Inputs common to several binutils commands: numbers, and the objects in a file.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use z8000_object::{Object, Processor, archive, file, number, text};

/// Returns the parser of the processors that `-m` names.
pub(crate) fn processor_name() -> impl TypedValueParser<Value = Processor> {
    PossibleValuesParser::new(["z8001", "z8002"]).map(|name| Processor::of(name == "z8001"))
}

/// Parses a number in an option.
pub(crate) fn number(text: &str) -> Result<u32, String> {
    let number = number::number(text).and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| format!("expected a number up to 0xffffffff, such as 4096 or 0x1000, found `{text}`"))
}

/// Parses two parts separated by `=`, such as `OLD=NEW`.
pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    let (first, second) = text.split_once('=').ok_or("expected two names, separated by `=`")?;
    Ok((first.to_owned(), second.to_owned()))
}

/// Returns a parser of `SECTION=FILE`; the name of the file need not be UTF-8.
pub(super) fn section_file() -> impl TypedValueParser<Value = (String, PathBuf)> {
    let file = |(section, file): (String, String)| (section, path(&file));
    decoded().try_map(move |text| pair(&text).map(file))
}

/// Returns a parser of arguments that need not be UTF-8, for [`path`].
pub(super) fn decoded() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().map(|text| text::decode(text.into_encoded_bytes()))
}

/// Returns the path that a string from [`decoded`] names.
pub(super) fn path(text: &str) -> PathBuf {
    #[cfg(unix)]
    let text: OsString = std::os::unix::ffi::OsStringExt::from_vec(text::encode(text).into_owned());
    text.into()
}

/// Handles each of several files. As in GNU binutils, an error in one file does not prevent the others from being
/// handled; the status is then 1.
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
/// The file has the name of a source, and contains text.
pub(crate) fn not_source(path: &Path, bytes: &[u8]) -> Result<()> {
    is_made(path, bytes, "as", "o")
}

/// Checks the same, and names in the error the command that makes the expected file from a source, and the ending of
/// that file's name.
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

/// Returns the objects in the bytes of a file: for an archive, its members, with their names.
pub(crate) fn objects(path: &Path, bytes: &[u8]) -> Result<Vec<Object>> {
    not_source(path, bytes)?;
    let shown = path.display().to_string();
    if !archive::is_archive(bytes) {
        return Ok(vec![file::read(&shown, bytes).context(cli::name(path))?]);
    }
    let archive = archive::read(bytes).with_context(|| cli::name(path))?;
    let mut objects = Vec::new();
    for member in &archive.members {
        let name = format!("{shown}({})", member.name);
        objects.push(file::read(&member.name, member.bytes).context(name)?);
    }
    Ok(objects)
}
