//! The documents, and the figures and outputs in them that programs produce.
//!
//! A mark is an HTML comment, which readers of a page do not see. `README.md` in this folder describes marks for
//! writers. The repository's README.md is also read in terminals: its marks are in `readme.tsv`.
//!
//! | file | what |
//! |---|---|
//! | `marks` | finds the marks of a document and writes what belongs between them |
//! | `figure` | one figure of a result: a path into it, a calculation, a format |
//! | `results` | the results under `docs/results/`: stored ones, and commands that are quick enough to run each time |
//! | `markdown` | blocks, links and anchors of a document |
//! | `book` | the documents as the source of a book |
//! | `code` | names and quotations by which documents lead to the code |
//! | `commands` | commands for a reader to type: they are run, or at least the programs know their options |
//! | `programs` | the names of the commands, and the words of a command line |
//! | `html` | tags of a page |
//! | `site` | links of the built site |

pub mod book;
pub mod code;
pub mod commands;
pub mod figure;
pub mod html;
pub mod markdown;
pub mod marks;
mod programs;
pub mod results;
pub mod site;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::repository;

/// The marks of README.md, in the format of `marks::put`.
const README: &str = include_str!("readme.tsv");

/// Returns the paths of the Markdown files of the repository, sorted.
///
/// # Errors
///
/// A folder cannot be read.
pub fn documents() -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let enter = |name: &str| !["target", "node_modules"].contains(&name) && !name.starts_with('.');
    walk(&repository(".").canonicalize()?, &enter, &mut found)?;
    found.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    found.sort();
    Ok(found)
}

/// Returns the text of a document, with its marks.
///
/// # Errors
///
/// The file cannot be read, or README.md does not contain the words around one of its figures exactly once.
pub fn read(path: &Path) -> Result<String> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    if is_readme(path) {
        marks::put(&text, README)
    } else {
        Ok(text)
    }
}

/// Writes a document; README.md is written without its marks.
///
/// # Errors
///
/// The file cannot be written.
pub fn write(path: &Path, text: &str) -> Result<()> {
    let bare = is_readme(path).then(|| marks::removed(text));
    fs::write(path, bare.as_deref().unwrap_or(text)).with_context(|| format!("cannot write {}", path.display()))
}

fn is_readme(path: &Path) -> bool {
    repository("README.md")
        .canonicalize()
        .is_ok_and(|readme| readme == path)
}

/// Adds the files below a folder, except those in folders that `enter` excludes.
fn walk(folder: &Path, enter: &dyn Fn(&str) -> bool, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if !path.is_dir() {
            found.push(path);
        } else if enter(&path.file_name().unwrap_or_default().to_string_lossy()) {
            walk(&path, enter, found)?;
        }
    }
    Ok(())
}
