//! Files that a command writes. They are recognised by the type of their options, before anything is read or written.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Result, bail, ensure};
#[cfg(feature = "commands")]
use clap::ArgMatches;
use streams::{folder, is_standard};

use crate::file;

/// A file that a command writes: the value of an option or argument. `-` is standard output.
///
/// [`parse`](crate::parse) registers all values of this type. The same command cannot read a registered file, under
/// whatever name, and no two of them can be the same file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output(PathBuf);

impl From<OsString> for Output {
    fn from(path: OsString) -> Self {
        Self(path.into())
    }
}

impl From<PathBuf> for Output {
    fn from(path: PathBuf) -> Self {
        Self(path)
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
    /// As in [`Output::check`], or the file exists and `force` is false.
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

/// Equal for all names of a file.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    #[cfg(unix)]
    Inode(u64, u64),
    /// The path of a file that is not there yet, without links.
    Path(PathBuf),
}

/// The identity of a regular file, or of one that is not there yet.
fn identity(path: &Path) -> Option<Identity> {
    match fs::metadata(path) {
        Ok(about) if !about.is_file() => None,
        #[cfg(unix)]
        Ok(about) => {
            use std::os::unix::fs::MetadataExt;
            Some(Identity::Inode(about.dev(), about.ino()))
        }
        #[cfg(not(unix))]
        Ok(_) => fs::canonicalize(path).ok().map(Identity::Path),
        Err(_) => {
            let folder = fs::canonicalize(folder(path)).ok()?;
            Some(Identity::Path(folder.join(path.file_name()?)))
        }
    }
}

/// A file that this process writes.
struct WrittenFile {
    identity: Identity,
    name: PathBuf,
    /// The user named it, not a file that the command reads.
    is_argument: bool,
}

/// The outputs of this process.
static OUTPUTS: Mutex<Vec<WrittenFile>> = Mutex::new(Vec::new());

fn noted() -> MutexGuard<'static, Vec<WrittenFile>> {
    OUTPUTS.lock().unwrap_or_else(PoisonError::into_inner)
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
        standard += inputs.into_iter().flatten().filter(|path| is_standard(path)).count();
        let outputs = matches.try_get_many::<Output>(id.as_str()).ok().flatten();
        for output in outputs.into_iter().flatten().filter(|output| !output.is_standard()) {
            add(&mut noted(), &output.0, true)?;
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
/// Two of them are the same file, or one of them is named by the arguments.
pub fn note(paths: impl IntoIterator<Item = PathBuf>) -> Result<()> {
    let mut outputs = noted();
    outputs.retain(|output| output.is_argument);
    paths.into_iter().try_for_each(|path| add(&mut outputs, &path, false))
}

fn add(outputs: &mut Vec<WrittenFile>, path: &Path, is_argument: bool) -> Result<()> {
    let Some(identity) = identity(path) else {
        return Ok(());
    };
    if let Some(other) = outputs.iter().find(|known| known.identity == identity) {
        bail!(
            "{} and {} are the same file: each output needs its own file",
            path.display(),
            other.name.display()
        );
    }
    outputs.push(WrittenFile { identity, name: path.to_owned(), is_argument });
    Ok(())
}

/// The name by which this process writes a file, if it does.
pub(crate) fn written_as(path: &Path) -> Option<String> {
    let outputs = noted();
    if outputs.is_empty() {
        return None;
    }
    let identity = identity(path)?;
    let found = outputs.iter().find(|known| known.identity == identity)?;
    Some(found.name.display().to_string())
}
