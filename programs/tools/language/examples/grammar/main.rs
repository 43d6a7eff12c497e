//! Writes the grammar of the VS Code extension from the tables.

#![allow(clippy::disallowed_methods, reason = "an example is not installed")]

mod grammar;

use std::path::Path;

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vscode/syntaxes");
    std::fs::write(folder.join("z8000.tmLanguage.json"), grammar::grammar())
}
