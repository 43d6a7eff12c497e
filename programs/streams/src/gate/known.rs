//! The files that this process reads and writes, known by their identity, and the writes that failed.

use std::fs::{self, Metadata};
use std::io::{self, Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::place::{folder, is_hidden, target, within};
use super::read::is_standard;
use super::rules::{By, Hazard};
use crate::text::plain;

/// A path and its origin.
#[derive(Debug, Clone, Copy)]
pub struct Named<'p> {
    /// The path.
    pub path: &'p Path,
    /// The path's origin.
    pub by: By,
}

impl<'p, P: AsRef<Path> + ?Sized> From<&'p P> for Named<'p> {
    /// Uses the origin with which the path was registered as an output; default: an option.
    fn from(path: &'p P) -> Self {
        let path = path.as_ref();
        let known = known();
        let output = known.outputs.iter().find(|output| output.path == path);
        Self { path, by: output.map_or(By::Option, |output| output.by) }
    }
}

/// The files that this process has registered.
struct Known {
    inputs: Vec<PathBuf>,
    /// Inputs that are named, but may not have been read yet.
    named: Vec<PathBuf>,
    outputs: Vec<Output>,
    failures: Vec<(PathBuf, String)>,
}

/// A file that this process writes.
struct Output {
    path: PathBuf,
    by: By,
}

static KNOWN: Mutex<Known> = Mutex::new(Known {
    inputs: Vec::new(),
    named: Vec::new(),
    outputs: Vec::new(),
    failures: Vec::new(),
});

fn known() -> MutexGuard<'static, Known> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The identity of a file, which is equal for all names of the file.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    #[cfg(unix)]
    Inode(u64, u64),
    /// For a file that does not exist yet, its path without links.
    Path(PathBuf),
}

/// Returns the identity of a regular file, or of a file that does not exist yet.
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
            // A link leads to the future place of the file.
            let path = &target(path).ok()?;
            let folder = fs::canonicalize(folder(path)).ok()?;
            Some(Identity::Path(folder.join(path.file_name()?)))
        }
    }
}

/// Returns true if two paths lead to the same file, which need not exist.
pub fn is_same(one: &Path, other: &Path) -> bool {
    one == other || identity(one).is_some_and(|one| identity(other) == Some(one))
}

/// Checks that this process does not write an input.
///
/// # Errors
///
/// The process writes it; the error contains both names of the file. The output is then never touched.
pub fn check_input(path: &Path) -> io::Result<()> {
    let path = stream(path, INPUT);
    let mut known = known();
    if known.outputs.is_empty() {
        return Ok(());
    }
    let output = known.outputs.iter().find(|output| is_same(&output.path, path));
    let Some(error) = output.map(|output| overwrites(&output.path, path)) else {
        return Ok(());
    };
    known.named.push(path.to_owned());
    Err(error)
}

/// Checks an input as [`check_input`] does, and registers it.
///
/// # Errors
///
/// The same as for [`check_input`].
pub fn note_input(path: &Path) -> io::Result<()> {
    let path = stream(path, INPUT);
    let mut known = known();
    if !known.inputs.iter().any(|input| input == path) {
        known.inputs.push(path.to_owned());
    }
    drop(known);
    check_input(path)
}

/// Registers an input that may never be read, so that it is not removed as an output of an earlier run after an error.
pub fn name_input(path: &Path) {
    known().named.push(stream(path, INPUT).to_owned());
}

/// The path of standard input for all programs.
const INPUT: &str = "/dev/stdin";

/// Returns the path, or that of a standard stream for `-`.
fn stream<'p>(path: &'p Path, standard: &'p str) -> &'p Path {
    if is_standard(path) { Path::new(standard) } else { path }
}

/// Reads an input. Unless an option names it, it must be a regular file. See [`to_end`](super::to_end) and
/// [`contents`](super::contents).
///
/// # Errors
///
/// The same as for [`note_input`], or the file cannot be read.
pub fn input(named: Named<'_>) -> io::Result<Vec<u8>> {
    note_input(named.path)?;
    match named.by {
        By::Option => super::to_end(named.path),
        _ => super::contents(named.path),
    }
}

/// Returns the files that were read, without standard input, in the order in which they were first opened.
pub fn inputs() -> Vec<PathBuf> {
    let is_file = |path: &&PathBuf| *path != Path::new(INPUT);
    known().inputs.iter().filter(is_file).cloned().collect()
}

/// Registers an output before anything is written.
///
/// # Errors
///
/// The rules of its origin refuse it, or another output or an input is the same file.
pub fn note_output(named: Named<'_>) -> io::Result<()> {
    // An output named by the arguments is checked when it is written: the command may fail before that.
    if !matches!(named.by, By::Option | By::Default) {
        check(named)?;
    }
    let mut known = known();
    let same = |output: &&Output| !is_standard(named.path) && is_same(&output.path, named.path);
    if let Some(other) = known.outputs.iter().find(same) {
        let (one, other) = (named.path.display(), other.path.display());
        let message = format!("{one} and {other} are the same file: each output needs its own file");
        // Nothing was written: the file remains even though an error follows.
        known.outputs.retain(|output| !is_same(&output.path, named.path));
        return Err(Error::new(ErrorKind::InvalidInput, message));
    }
    let (path, by) = (stream(named.path, "/dev/stdout").to_owned(), named.by);
    known.outputs.push(Output { path, by });
    Ok(())
}

/// Forgets the outputs that are not named by options: a new description will name its own.
pub fn forget_outputs() {
    known()
        .outputs
        .retain(|output| matches!(output.by, By::Option | By::Default));
}

/// Returns true if a path leads to a file that this process writes.
pub fn is_output(path: &Path) -> bool {
    known().outputs.iter().any(|output| is_same(&output.path, path))
}

/// Checks that a file is not an input, not even one that has not been read yet.
///
/// # Errors
///
/// The file is an input.
pub(super) fn check_no_input(path: &Path) -> io::Result<()> {
    let known = known();
    let mut inputs = known.inputs.iter().chain(&known.named);
    inputs
        .find(|input| is_same(input, path))
        .map_or(Ok(()), |input| Err(overwrites(path, input)))
}

fn overwrites(output: &Path, input: &Path) -> Error {
    let (output, input) = (output.display(), input.display());
    let message = format!("{output} would overwrite the input {input}: choose another output file");
    Error::new(ErrorKind::InvalidInput, message)
}

/// Checks an output by the rules of its origin, and returns the metadata of an existing file.
///
/// # Errors
///
/// The rules refuse it.
pub fn check(named: Named<'_>) -> io::Result<Option<Metadata>> {
    let Named { path, by } = named;
    let refused = |message: &str| Err(Error::new(ErrorKind::PermissionDenied, message));
    if by.refuses(Hazard::Link) && path.is_symlink() {
        return refused("it is a link");
    }
    if by == By::Guest && is_output(path) {
        return refused("the command itself writes it");
    }
    if by.refuses(Hazard::Hidden) && path.file_name().is_some_and(is_hidden) {
        return refused("its name begins with `.` or `-`");
    }
    let outside = matches!(by, By::Default | By::Script | By::Archive);
    if outside && !within(Path::new(""), &[], path).is_ok_and(|found| found.is_ok()) {
        return refused("it is outside the current folder; name it with an option");
    }
    let (about, home) = (fs::metadata(path).ok(), folder(path));
    if about.as_ref().is_some_and(Metadata::is_dir) {
        return Err(Error::new(
            ErrorKind::IsADirectory,
            "it is a folder; specify a file in it",
        ));
    }
    if !home.is_dir() {
        let message = format!("the folder {} does not exist", home.display());
        return Err(Error::new(ErrorKind::NotFound, message));
    }
    if about.as_ref().is_some_and(|about| !about.is_file()) && by.refuses(Hazard::Stream) {
        return refused("it is not a regular file");
    }
    if by.refuses(Hazard::Protected) {
        check_writable(path)?;
    }
    if by.refuses(Hazard::Input)
        && let Some(input) = known().inputs.iter().find(|input| is_same(input, path))
    {
        return Err(overwrites(path, input));
    }
    Ok(about)
}

/// Checks that an existing file may be overwritten. Renaming requires only write permission for the folder, so a new
/// file could replace one that its owner has protected. The owner's mode bit decides, not whether the file can be
/// opened, since root can open every file.
///
/// # Errors
///
/// The file is write-protected.
pub fn check_writable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(known) if known.is_file() && is_protected(&known) => {
            let message = "it is write-protected; remove the protection (`chmod u+w`), or choose another file";
            Err(io::Error::new(io::ErrorKind::PermissionDenied, message))
        }
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn is_protected(known: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    known.permissions().mode() & 0o200 == 0
}

#[cfg(not(unix))]
fn is_protected(known: &fs::Metadata) -> bool {
    known.permissions().readonly()
}

/// Records a failed write about which only a guest was told. Only the first failure for a file is kept.
pub fn failed(path: &Path, error: &Error) {
    let mut known = known();
    if !known.failures.iter().any(|(failed, _)| failed == path) {
        let error = plain(Error::new(error.kind(), error.to_string()));
        known.failures.push((path.to_owned(), error.to_string()));
    }
}

/// Returns the files for which writes failed, with the reasons, and forgets them.
pub fn failures() -> Vec<(PathBuf, String)> {
    std::mem::take(&mut known().failures)
}
