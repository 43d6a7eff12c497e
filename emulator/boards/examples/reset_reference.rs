//! Writes the table of resets in `docs/reference/devices.md` from the titles of the cases that test them.

#![allow(clippy::disallowed_methods, reason = "an example is not installed")]

use std::path::{Path, PathBuf};

const CASES: &str = include_str!("../tests/it/registers/resets.txt");
const BEGIN: &str = "<!-- Written by `cargo run -p z8000-boards --example reset_reference`; do not edit. -->\n";
const END: &str = "<!-- End of the resets. -->\n";

fn main() -> std::io::Result<()> {
    let page = std::fs::read_to_string(path())?;
    std::fs::write(path(), updated(&page))
}

/// Returns the path of the page.
pub(crate) fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/devices.md")
}

/// Returns the page with up-to-date rows.
pub(crate) fn updated(page: &str) -> String {
    let (before, rest) = page.split_once(BEGIN).expect("the page has the mark of the beginning");
    let (_, after) = rest.split_once(END).expect("the page has the mark of the end");
    let titles = CASES.lines().filter_map(|line| line.strip_prefix("= "));
    let rows: String = titles
        .map(|title| format!("|{}|\n", title.replace(" | ", "|")))
        .collect();
    format!("{before}{BEGIN}\n|chip|reset|what|afterwards|source|\n|---|---|---|---|---|\n{rows}\n{END}{after}")
}
