//! Files that a command writes. They are recognised by the type of their options, before anything is read or written.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, ensure};
#[cfg(feature = "commands")]
use clap::{ArgMatches, parser::ValueSource};
use streams::gate::{self, By, Named};
use streams::{STANDARD, is_standard};

use crate::file;

/// A file that a command writes: the value of an option or argument. `-` is standard output.
///
/// [`parse`](crate::parse) registers all values of this type. The same command cannot read a registered file, under
/// whatever name, and no two of them can be the same file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output(PathBuf);

impl From<OsString> for Output {
    fn from(path: OsString) -> Self {
        Self::from(PathBuf::from(path))
    }
}

impl From<PathBuf> for Output {
    /// `/dev/stdout` becomes `-`: if it is a file, the output of other programs in it must not be replaced.
    fn from(path: PathBuf) -> Self {
        let is_stream = path == Path::new("/dev/stdout");
        Self(if is_stream { STANDARD.into() } else { path })
    }
}

impl Output {
    /// Returns the path as the user gave it.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns true if it is standard output.
    pub fn is_standard(&self) -> bool {
        is_standard(&self.0)
    }

    /// Registers the file as an output.
    ///
    /// # Errors
    ///
    /// Its origin does not permit the output, or an input or another output is the same file.
    pub fn note(&self, by: By) -> Result<()> {
        gate::note_output(Named { path: &self.0, by }).map_err(|error| match error.kind() {
            // The error already names both files.
            ErrorKind::InvalidInput => error.into(),
            _ => anyhow!("cannot write {}: {error}", self.0.display()),
        })
    }

    /// Checks that the file can be written, before hours are spent on its contents.
    ///
    /// # Errors
    ///
    /// The path is a folder, the file is write-protected, or its folder does not exist.
    pub fn check(&self) -> Result<()> {
        if self.is_standard() {
            Ok(())
        } else {
            file::check(&self.0)
        }
    }

    /// Checks, like [`Output::check`], a file that cannot be generated again, such as a saved state: an existing file is
    /// replaced only with `--force`.
    ///
    /// # Errors
    ///
    /// The same as for [`Output::check`], or the file exists and `force` is false.
    pub fn check_new(&self, force: bool) -> Result<()> {
        ensure!(
            force || !self.0.is_file(),
            "{} exists: use --force to replace it",
            self.0.display()
        );
        self.check()
    }

    /// Writes the file completely or not at all; see [`replace`](streams::replace).
    ///
    /// # Errors
    ///
    /// The file cannot be written; the error names it.
    pub fn write(&self, contents: &[u8]) -> Result<()> {
        self.put(contents, file::write)
    }

    /// Writes a file that can be generated again, like [`Output::write`] but without waiting for the disk.
    ///
    /// # Errors
    ///
    /// The file cannot be written; the error names it.
    pub fn make(&self, contents: &[u8]) -> Result<()> {
        self.put(contents, file::make)
    }

    fn put(&self, contents: &[u8], write: impl FnOnce(&Path, &[u8]) -> Result<()>) -> Result<()> {
        if self.is_standard() {
            return Ok(crate::text::pass(contents)?);
        }
        write(&self.0, contents)
    }
}

/// Registers the output files among the arguments of a command, and checks that at most one input is standard input.
///
/// # Errors
///
/// Two outputs are the same file, or two inputs are standard input.
#[cfg(feature = "commands")]
pub fn note_outputs(matches: &ArgMatches) -> Result<()> {
    let mut standard = 0;
    for id in matches.ids() {
        let inputs = matches.try_get_many::<PathBuf>(id.as_str()).ok().flatten();
        for input in inputs.into_iter().flatten() {
            gate::name_input(input);
            standard += usize::from(is_standard(input));
        }
        let outputs = matches.try_get_many::<Output>(id.as_str()).ok().flatten();
        let is_default = matches.value_source(id.as_str()) == Some(ValueSource::DefaultValue);
        let by = if is_default { By::Default } else { By::Option };
        for output in outputs.into_iter().flatten() {
            output.note(by)?;
        }
    }
    ensure!(
        standard < 2,
        "`-` is standard input, which can be read only once: specify a file for the other input"
    );
    matches
        .subcommand()
        .map_or(Ok(()), |(_, matches)| note_outputs(matches))
}

/// Registers the output files named by a file that this process reads, such as the description of a machine. Files
/// registered by a previous call are forgotten.
///
/// # Errors
///
/// Two of them are the same file, one of them is named by the arguments or is an input, or their origin must not write
/// it.
pub fn note(paths: impl IntoIterator<Item = PathBuf>, by: By) -> Result<()> {
    gate::forget_outputs();
    paths.into_iter().try_for_each(|path| Output(path).note(by))
}
