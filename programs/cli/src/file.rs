//! Files that a command writes, with errors that name the file.

use std::path::Path;

use anyhow::{Context, Result};
use streams::gate;

/// Writes a file completely or not at all; see [`replace`](streams::replace).
///
/// # Errors
///
/// The errors of [`replace`](streams::replace), with the name of the file.
pub fn write(path: &Path, contents: &[u8]) -> Result<()> {
    streams::replace(path, |out| out.write_all(contents)).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file that can be generated again, such as a compiler's output: completely or not at all, but without
/// waiting for the disk. After a power failure, the file may have to be generated again.
///
/// # Errors
///
/// The errors of [`replace`](streams::replace), with the name of the file.
pub fn make(path: &Path, contents: &[u8]) -> Result<()> {
    streams::make(path, contents).with_context(|| format!("cannot write {}", path.display()))
}

/// Checks that a file can be written, before hours are spent on its contents.
///
/// # Errors
///
/// The path is a folder, the file is write-protected, or its folder does not exist.
pub fn check(path: &Path) -> Result<()> {
    gate::check(path.into())
        .map(drop)
        .with_context(|| format!("cannot write {}", path.display()))
}
