//! Files for the tests.

use std::path::{Path, PathBuf};

/// Returns the path of a folder of the repository, without `..`.
pub(crate) fn repository(folder: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3);
    root.expect("the repository").join(folder)
}

/// Returns the place of the first occurrence of a text in another: line and column, from 0.
pub(crate) fn place(text: &str, part: &str) -> (usize, usize) {
    let at = text.find(part).unwrap_or_else(|| panic!("no `{part}`"));
    let line = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    (line, at - start)
}
