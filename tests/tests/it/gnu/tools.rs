//! The programs of GNU binutils, and folders in which they run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a tool in a folder; returns its messages if it fails.
///
/// # Panics
///
/// If it is not installed.
pub(super) fn run(folder: &Path, name: &str, arguments: &[&str]) -> Result<(), String> {
    let output = Command::new(name)
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{name}: {error}; `tests/gnu/install FOLDER` builds it"));
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Creates an empty folder for a test.
pub(super) fn work(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}
