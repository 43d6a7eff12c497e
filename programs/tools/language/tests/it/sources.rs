//! Files to test with.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder of the repository, without `..`.
pub(crate) fn repository(folder: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3);
    root.expect("the repository").join(folder)
}

/// The sources below a folder, with their texts.
pub(crate) fn below(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut list = Vec::new();
    let entries = fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            list.extend(below(&path));
        } else if path.extension().is_some_and(|ending| ending == "s")
            && let Ok(text) = fs::read_to_string(&path)
        {
            list.push((path, text));
        }
    }
    list
}

/// The place of a text in another: line and column, from 0. Only where it stands first.
pub(crate) fn place(text: &str, part: &str) -> (usize, usize) {
    let at = text.find(part).unwrap_or_else(|| panic!("no `{part}`"));
    let line = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    (line, at - start)
}
