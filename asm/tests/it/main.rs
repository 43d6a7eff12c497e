//! The list of the sources.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

use std::fs;

use bcp_asm::SOURCES;

#[test]
fn every_file_is_listed() {
    let folder = fs::read_dir(env!("CARGO_MANIFEST_DIR")).expect("the folder");
    let mut files: Vec<String> = folder
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("a name in Unicode")
        })
        .filter(|name| name.ends_with(".s"))
        .collect();
    files.sort();
    assert_eq!(SOURCES.iter().map(|(name, _)| *name).collect::<Vec<_>>(), files);
}
