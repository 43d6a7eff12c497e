//! Files that a command reads: up to a maximum size, and never a file that the command writes. `-` is standard input.

use std::collections::BTreeMap;
use std::io::stdin;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, anyhow, ensure};
use streams::gate::{self, By};
use streams::{is_standard, limited, regular, to_end};

/// What was read from standard input and pipes, which can be read only once: a command may request it again.
static ONCE: Mutex<BTreeMap<PathBuf, Vec<u8>>> = Mutex::new(BTreeMap::new());

/// Reads a file, a pipe, or, if the path is `-`, standard input.
///
/// # Errors
///
/// The file cannot be read, is a folder, is larger than [`bound`](streams::bound), or is written by this command.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    gate::note_input(path)?;
    unregistered(path)
}

/// Reads a file named by a linker script, like [`read`], but rejects pipes.
///
/// # Errors
///
/// The same as for [`read`], or it is not a regular file.
pub fn read_by(path: &Path, by: By) -> Result<Vec<u8>> {
    gate::input(gate::Named { path, by }).with_context(|| format!("cannot read {}", name(path)))
}

fn unregistered(path: &Path) -> Result<Vec<u8>> {
    if path.is_file() && !is_standard(path) {
        return bytes(path);
    }
    let mut once = ONCE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = once.get(path) {
        return Ok(bytes.clone());
    }
    let bytes = bytes(path)?;
    once.insert(path.to_owned(), bytes.clone());
    Ok(bytes)
}

/// Reads a regular file that the same command will then modify in place, without having registered it as an
/// [`Output`](crate::Output).
///
/// # Errors
///
/// The same as for [`read`], or the path is `-` or does not lead to a regular file.
pub fn read_to_change(path: &Path) -> Result<Vec<u8>> {
    ensure!(!is_standard(path), "cannot modify standard input: specify a file");
    regular(path).with_context(|| format!("cannot read {}", name(path)))?;
    gate::check_input(path)?;
    unregistered(path)
}

fn bytes(path: &Path) -> Result<Vec<u8>> {
    let bytes = if is_standard(path) {
        limited(stdin().lock(), 0)
    } else {
        to_end(path)
    };
    bytes.with_context(|| format!("cannot read {}", name(path)))
}

/// Reads a text file, like [`read`].
///
/// # Errors
///
/// The same as for [`read`], or the contents are not UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).map_err(|_| anyhow!("{} is not valid UTF-8", name(path)))
}

/// Returns the name of a file as used in messages.
pub fn name(path: &Path) -> String {
    if is_standard(path) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}
