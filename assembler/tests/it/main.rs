//! Tests of the assembler as a whole: one binary, a module per subject.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod asl;
mod assembly;
mod corpus;
mod diagnostics;
mod dialects;
mod disassembly;
mod encodings;
mod faults;
mod hints;
mod listing;
mod objects;
mod probes;
mod readings;
mod source;

use std::path::{Path, PathBuf};

use z8000_asm::{Assembly, Memory, Options, assemble};

/// Returns the sources in a folder of `tests`, sorted by name.
fn sources(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "s"));
    paths.sort();
    paths
}

/// Assembles a string as `source.s`.
fn assembled(text: &str, options: &Options) -> Assembly {
    let sources = Memory::new([("source.s", text)]);
    assemble(&sources, "source.s", options).unwrap_or_else(|errors| panic!("{errors}\n{text}"))
}
