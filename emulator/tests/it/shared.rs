//! The folder of the larger tests, and its files of JSON lines.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

/// Returns a folder within the one that Z8000_SHARED names.
///
/// # Panics
///
/// If Z8000_SHARED is not set.
pub(crate) fn folder(name: &str) -> PathBuf {
    let Some(shared) = std::env::var_os("Z8000_SHARED") else {
        panic!(
            "this test needs data that the repository does not hold: set Z8000_SHARED to the folder with {name}/ in it"
        );
    };
    PathBuf::from(shared).join(name)
}

pub(crate) fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn lines(text: &str) -> Vec<Json> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a JSON line"))
        .collect()
}

pub(crate) fn read(path: &Path) -> Vec<Json> {
    lines(&text(path))
}
