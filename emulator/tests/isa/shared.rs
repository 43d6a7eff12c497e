//! The folder of the larger checks, and its files of JSON lines.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

/// A folder within the one that Z8000_SHARED names, if it is set.
pub(crate) fn folder(name: &str) -> Option<PathBuf> {
    let shared = std::env::var_os("Z8000_SHARED").map(PathBuf::from);
    if shared.is_none() {
        eprintln!("skipped: set Z8000_SHARED to the folder that holds {name}/ to run this check");
    }
    shared.map(|shared| shared.join(name))
}

pub(crate) fn lines(text: &str) -> Vec<Json> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a JSON line"))
        .collect()
}

pub(crate) fn read(path: &Path) -> Vec<Json> {
    let text = std::fs::read_to_string(path);
    lines(&text.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}
