//! Files that a command writes, with errors that name them.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use streams::{check_writable, folder};

/// Writes a file, the whole of it or nothing; see [`replace`](streams::replace).
///
/// # Errors
///
/// The errors of [`replace`](streams::replace), with the name of the file.
pub fn write(path: &Path, contents: &[u8]) -> Result<()> {
    check(path)?;
    streams::replace(path, |out| out.write_all(contents)).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file that can be made again from others, as a compiler's: the whole of it or nothing, but without waiting
/// for the disk. After a power failure, it may have to be made again.
///
/// # Errors
///
/// The errors of [`replace`](streams::replace), with the name of the file.
pub fn make(path: &Path, contents: &[u8]) -> Result<()> {
    check(path)?;
    streams::make(path, contents).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file that is not there yet, the whole of it or nothing. One that has these contents already is left as it
/// is.
///
/// # Errors
///
/// There is another file of that name, or it cannot be written.
pub fn create(path: &Path, contents: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|known| known == contents) {
        return Ok(());
    }
    check(path)?;
    match streams::create(path, contents) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => bail!("{} exists", path.display()),
        created => created.with_context(|| format!("cannot write {}", path.display())),
    }
}

/// Checks that a file can be written to a place, before hours are spent on its contents.
///
/// # Errors
///
/// It is a folder, or write-protected, or the folder for it does not exist.
pub fn check(path: &Path) -> Result<()> {
    let (name, folder) = (path.display(), folder(path));
    ensure!(
        !path.is_dir(),
        "cannot write {name}: it is a folder; specify a file in it"
    );
    ensure!(
        folder.is_dir(),
        "cannot write {name}: the folder {} does not exist",
        folder.display()
    );
    check_writable(path).with_context(|| format!("cannot write {name}"))
}
