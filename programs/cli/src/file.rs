//! Files that a command writes, with errors that name the file.

use std::io;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use streams::{check_writable, folder};

/// Writes a file completely or not at all; see [`replace`](streams::replace).
///
/// # Errors
///
/// The errors of [`replace`](streams::replace), with the name of the file.
pub fn write(path: &Path, contents: &[u8]) -> Result<()> {
    check(path)?;
    streams::replace(path, |out| out.write_all(contents)).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file that can be generated again, such as a compiler's output: completely or not at all, but without
/// waiting for the disk. After a power failure, the file may have to be generated again.
///
/// # Errors
///
/// The errors of [`replace`](streams::replace), with the name of the file.
pub fn make(path: &Path, contents: &[u8]) -> Result<()> {
    check(path)?;
    streams::make(path, contents).with_context(|| format!("cannot write {}", path.display()))
}

/// Creates a file, completely or not at all. A file that already has these contents is left unchanged.
///
/// # Errors
///
/// A file of that name with other contents exists, or the file cannot be written.
pub fn create(path: &Path, contents: &[u8]) -> Result<()> {
    if streams::contents(path).is_ok_and(|known| known == contents) {
        return Ok(());
    }
    check(path)?;
    match streams::create(path, contents) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => bail!("{} exists", path.display()),
        created => created.with_context(|| format!("cannot write {}", path.display())),
    }
}

/// Checks that a file can be written, before hours are spent on its contents.
///
/// # Errors
///
/// The path is a folder, the file is write-protected, or its folder does not exist.
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
