//! Writes the list of commands in `docs/reference/debugger.md` from the tables of commands.

#![allow(clippy::disallowed_methods, reason = "an example is not installed")]

use std::path::{Path, PathBuf};

use z8000_debugger::command::GROUPS;

const BEGIN: &str = "<!-- Written by `cargo run -p z8000-debugger --example command_reference`; do not edit. -->\n";
const END: &str = "<!-- End of the commands. -->\n";

fn main() -> std::io::Result<()> {
    let page = std::fs::read_to_string(path())?;
    std::fs::write(path(), updated(&page))
}

/// Returns the path of the reference.
pub(crate) fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/reference/debugger.md")
}

/// Returns the page with the current commands.
pub(crate) fn updated(page: &str) -> String {
    let (before, rest) = page.split_once(BEGIN).expect("the page has the mark of the beginning");
    let (_, after) = rest.split_once(END).expect("the page has the mark of the end");
    let rows: String = GROUPS.iter().map(|group| group.markdown()).collect();
    format!("{before}{BEGIN}\n| | commands |\n|---|---|\n{rows}\n{END}{after}")
}
