//! The dependency rule for make.

use std::path::Path;

use cli::gate;

/// A rule for make: a file is made from all files that this command has read. Each of them is its own target without a
/// command, so that a missing file is not an error.
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
