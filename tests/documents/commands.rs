//! The commands that documents show for readers to type are run; of the others, at least the options are checked.

use std::collections::BTreeSet;
use std::fs;
#[cfg(unix)]
use std::os::unix::fs::symlink;
#[cfg(windows)]
use std::os::windows::fs::symlink_dir as symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result};
use tempfile::TempDir;

use super::markdown::blocks;
use super::programs::{PROGRAMS, words};
use crate::repository;

/// The commands that are not run, and the files that pages need. A comment in the file explains its format.
const LIST: &str = include_str!("commands.tsv");

/// Prefixes of a command that is run from the repository, without an installation.
const BY_CARGO: [&str; 2] = ["cargo run --release -p ", "cargo run --release --bin "];

/// Returns the project's commands in the code blocks of a document (those indented, or for a shell) and in its tables,
/// as words, with their line numbers. Commands with a placeholder, such as FILE, are omitted.
#[must_use]
pub fn commands(text: &str) -> Vec<(usize, Vec<String>)> {
    let blocks = blocks(text).into_iter();
    let typed =
        blocks.filter(|block| block.language.as_deref().is_none_or(|language| language == "sh") && !block.marked);
    let lines = typed.flat_map(|block| (block.line + usize::from(block.language.is_some())..).zip(block.lines));
    let rows = (1..).zip(text.lines()).filter(|(_, line)| line.starts_with('|'));
    let cells = rows.flat_map(|(at, row)| row.split('|').map(move |cell| (at, cell.trim())));
    let in_cells = cells.filter_map(|(at, cell)| Some((at, cell.strip_prefix('`')?.strip_suffix('`')?.to_owned())));
    let in_cells = in_cells.filter(|(_, cell)| !cell.contains('`'));
    lines
        .chain(in_cells)
        .filter_map(|(at, line)| Some((at, command(&line)?)))
        .collect()
}

fn command(line: &str) -> Option<Vec<String>> {
    let line = match BY_CARGO.iter().find_map(|start| line.strip_prefix(start)) {
        Some(rest) => rest.replacen(" -- ", " ", 1),
        None => line.to_owned(),
    };
    let mut words = words(&line);
    let end = words.iter().position(|word| ["<", ">", "|"].contains(&&**word));
    words.truncate(end.unwrap_or(words.len()));
    let is_placeholder = |word: &String| word.len() > 1 && word.chars().all(|letter| letter.is_ascii_uppercase());
    let program = words.first()?;
    let is_ours = PROGRAMS.contains(&program.as_str()) && words.len() > 1;
    // The option `-D CPM` defines a symbol, and contains no placeholder.
    let has_placeholder = words.windows(2).any(|pair| is_placeholder(&pair[1]) && pair[0] != "-D");
    (is_ours && !has_placeholder).then_some(words)
}

/// Returns the rows of a kind in the list, as their other two fields.
fn rows(kind: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = LIST.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(move |line| line.strip_prefix(kind)?.strip_prefix('\t')?.split_once('\t'))
}

/// Runs the commands of documents.
pub struct Runner {
    programs: PathBuf,
    /// The listed beginnings of commands that occurred and were not run.
    met: BTreeSet<&'static str>,
    /// Number of commands that were run.
    pub run: usize,
    /// Number of commands that were not run.
    pub left: usize,
}

impl Runner {
    /// Creates a runner for the programs in a folder.
    #[must_use]
    pub const fn new(programs: PathBuf) -> Self {
        Self { programs, met: BTreeSet::new(), run: 0, left: 0 }
    }

    /// Runs the commands of a page, other than those in its marks; returns a message for each failure.
    ///
    /// # Errors
    ///
    /// A temporary folder cannot be created, or a program cannot be run.
    pub fn page(&mut self, path: &Path, text: &str) -> Result<Vec<String>> {
        let commands = commands(text);
        let mut wrong = Vec::new();
        if commands.is_empty() {
            return Ok(wrong);
        }
        let top = repository(".").canonicalize()?;
        let folder = room(&top, &path.strip_prefix(&top)?.to_string_lossy(), text)?;
        for (line, words) in commands {
            let command = words.join(" ");
            if text.contains(&format!("<!-- output: {command} -->")) {
                continue;
            }
            let reason = rows("not").filter(|(beginning, _)| command.starts_with(beginning));
            let output = match reason.max_by_key(|(beginning, _)| beginning.len()) {
                None => {
                    self.run += 1;
                    self.output(&words, folder.path())?
                }
                Some((beginning, _)) => {
                    self.left += 1;
                    self.met.insert(beginning);
                    // After `cpm`, the option would be passed to the guest program.
                    if words[1] == "cpm" {
                        continue;
                    }
                    self.output(&[&words[..], &["--help".to_owned()]].concat(), folder.path())?
                }
            };
            if !output.status.success() {
                let message = String::from_utf8_lossy(&output.stderr);
                let first = message.lines().next().unwrap_or_default();
                wrong.push(format!("{}:{line}: `{command}`: {first}", path.display()));
            }
        }
        Ok(wrong)
    }

    fn output(&self, words: &[String], folder: &Path) -> Result<Output> {
        let (program, arguments) = words.split_first().context("an empty command")?;
        let mut command = Command::new(self.programs.join(program));
        command.args(arguments).current_dir(folder).stdin(Stdio::null());
        let output = command.output();
        output.with_context(|| format!("cannot run {program}: `cargo build --workspace --bins` first"))
    }

    /// Returns the rows of the list that match no command.
    #[must_use]
    pub fn unused(&self) -> Vec<String> {
        let unused = rows("not").filter(|(beginning, _)| !self.met.contains(beginning));
        unused
            .map(|(beginning, _)| format!("tests/documents/commands.tsv: no document has `{beginning}`"))
            .collect()
    }
}

/// Creates a folder with the files that the commands of a page need.
fn room(top: &Path, page: &str, text: &str) -> Result<TempDir> {
    let folder = TempDir::new()?;
    for entry in fs::read_dir(top)? {
        let name = entry?.file_name();
        symlink(top.join(&name), folder.path().join(&name))?;
    }
    for (_, from) in rows("in").filter(|(name, _)| *name == page) {
        for entry in fs::read_dir(top.join(from))? {
            let entry = entry?;
            let target = folder.path().join(entry.file_name());
            if entry.path().is_file() && !target.exists() {
                fs::copy(entry.path(), target)?;
            }
        }
    }
    for (_, name) in rows("cut").filter(|(name, _)| *name == page) {
        let block = blocks(text)
            .into_iter()
            .find(|block| block.language.as_deref() == Some("asm"));
        let block = block.with_context(|| format!("{page} has no source"))?;
        fs::write(folder.path().join(name), block.lines.join("\n") + "\n")?;
    }
    Ok(folder)
}
