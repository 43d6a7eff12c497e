//! The dependency rule for make.

use std::path::Path;

use cli::gate;

/// Returns a rule for make: a file is made from all files that this command has read. Each of them is also a target
/// without a command, so that a missing file is not an error.
pub(super) fn rule(target: &Path) -> Vec<u8> {
    let files = &gate::inputs();
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

/// Returns the bytes of a file name, with the escapes that make requires.
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
