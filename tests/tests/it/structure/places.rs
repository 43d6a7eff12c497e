//! The places where tests may be: a library that is not compiled separately for tests has none in its sources.

use std::fs;
use std::path::Path;

use super::budget::project_files;
use super::workspace;

/// Returns true if a source contains a test, or an item that only tests need.
fn has_tests(source: &str) -> bool {
    let attributes = ["#[test]", "#[cfg(test)]"];
    source.lines().any(|line| attributes.contains(&line.trim()))
}

/// Returns true for a file that cargo does not compile into a library or a command.
fn is_aside(file: &Path) -> bool {
    ["tests", "examples", "benches"]
        .iter()
        .any(|aside| file.starts_with(aside))
}

#[test]
fn no_test_stands_where_none_is_run() {
    let whole = |path: &Path| path.canonicalize().expect("it is there");
    let members: Vec<_> = workspace()
        .iter()
        .map(|member| (whole(&member.folder), member.tests_itself))
        .collect();
    let mut looked_at = 0;
    let mut never_run = Vec::new();
    for path in project_files(".rs") {
        let path = whole(&path);
        let around = members.iter().filter(|(folder, _)| path.starts_with(folder));
        // The wheel for Python is a separate workspace.
        let Some((folder, tests_itself)) = around.max_by_key(|(folder, _)| folder.components().count()) else {
            continue;
        };
        if !tests_itself && !is_aside(path.strip_prefix(folder).expect("within it")) {
            looked_at += 1;
            if has_tests(&fs::read_to_string(&path).expect("a source")) {
                never_run.push(path);
            }
        }
    }
    assert!(looked_at > 0, "no library has all its tests in `tests/it`");
    assert!(never_run.is_empty(), "they belong in `tests/it`: {never_run:?}");
}
