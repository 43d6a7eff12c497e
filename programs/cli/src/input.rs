//! Files that a command reads: regular ones, up to a bound, and none that it writes.

use std::io::stdin;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use streams::{contents, is_standard, limited};

use crate::output;

/// Reads a file.
///
/// # Errors
///
/// It cannot be read, is not a regular file, has more bytes than [`bound`](streams::bound) says, or is one that this
/// command writes.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    known(path)?;
    contents(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Reads a file, or the standard input if the path is `-`.
///
/// # Errors
///
/// As in [`read`].
pub fn read_or_standard(path: &Path) -> Result<Vec<u8>> {
    if !is_standard(path) {
        return read(path);
    }
    limited(stdin().lock()).context("cannot read standard input")
}

/// Reads a text, as [`read_or_standard`] does.
///
/// # Errors
///
/// As in [`read`]; or it is not UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read_or_standard(path)?).map_err(|_| anyhow!("{} is not UTF-8", path.display()))
}

/// Checks that a file which a library has read, or is going to read, is not one that this command writes.
///
/// # Errors
///
/// It is one; the error gives both names.
pub fn known(path: &Path) -> Result<()> {
    match output::written_as(path) {
        Some(output) => Err(anyhow!(
            "{output} would overwrite the input {}: choose another output file",
            path.display()
        )),
        None => Ok(()),
    }
}
