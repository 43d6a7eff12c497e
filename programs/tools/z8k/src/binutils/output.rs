//! Outputs: the dependency rule for make, and cleaning up after an error.

use std::fs;
use std::path::{Path, PathBuf};

use cli::Output;

/// Removes an output after an error, so that make does not use that of an earlier run.
pub(super) fn remove(output: &Output) {
    if !output.is_standard()
        && !cli::is_input_written()
        && fs::symlink_metadata(output.path()).is_ok_and(|about| about.is_file())
    {
        // If it cannot be removed, the error that led here is the one to report.
        let _ = fs::remove_file(output.path());
    }
}

/// A rule for make: the files that a file is made from. Each of them is its own target without a command, so that a
/// missing file is not an error.
pub(super) fn rule(target: &Path, files: &[PathBuf]) -> Vec<u8> {
    let mut rule = escaped(target);
    rule.push(b':');
    for file in files {
        rule.extend(b" \\\n  ");
        rule.extend(escaped(file));
    }
    rule.push(b'\n');
    for file in files {
        rule.push(b'\n');
        rule.extend(escaped(file));
        rule.extend(b":\n");
    }
    rule
}

/// The bytes of a name as make reads them.
fn escaped(path: &Path) -> Vec<u8> {
    let mut name = Vec::new();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'$' => name.push(b'$'),
            b' ' | b'#' | b'\t' | b':' | b'%' => name.push(b'\\'),
            _ => {}
        }
        name.push(*byte);
    }
    name
}
