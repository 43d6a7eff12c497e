//! The commands that documents show for readers to type, and a check that the programs know their options.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use super::markdown::blocks;
use super::programs::{PROGRAMS, words};
use crate::repository;

/// The beginnings of a command in the folder of the repository, without an installation.
const BY_CARGO: [&str; 2] = ["cargo run --release -p ", "cargo run --release --bin "];

/// The project's commands in the indented blocks of a document and in its tables, as words, with their lines. Commands
/// with a placeholder, such as FILE, are omitted, and so is `z8k cpm`, where the program gets everything after its name.
#[must_use]
pub fn commands(text: &str) -> Vec<(usize, Vec<String>)> {
    let blocks = blocks(text).into_iter();
    let indented = blocks.filter(|block| block.language.is_none() && !block.marked);
    let lines = indented.flat_map(|block| (block.line..).zip(block.lines));
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
    let is_ours = PROGRAMS.contains(&program.as_str()) && words.get(1).is_some_and(|word| word != "cpm");
    (is_ours && !words.iter().any(is_placeholder)).then_some(words)
}

/// The reason why a program rejects the words of a command: `--help` is added to them, so that nothing is run.
///
/// # Errors
///
/// The program cannot be run.
pub fn refusal(programs: &Path, words: &[String]) -> Result<Option<String>> {
    let (program, arguments) = words.split_first().context("an empty command")?;
    let output = Command::new(programs.join(program))
        .args(arguments)
        .arg("--help")
        .current_dir(repository("."))
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot run {program}: `cargo build --workspace --bins` first"))?;
    let message = String::from_utf8_lossy(&output.stderr);
    Ok((!output.status.success()).then(|| message.lines().next().unwrap_or_default().to_owned()))
}
