//! Standard output that is closed or full ends every command without a panic and with the appropriate status.

use std::path::PathBuf;

use crate::common::{self, command};
use crate::harness::ends_unread;
use crate::program::Program;

/// Every command, with arguments that make it print, and its standard input.
const COMMANDS: &[(&str, &str)] = &[
    ("compare --positions 5 --depth 1", ""),
    ("tables l.jsonl", ""),
    ("suite", ""),
    ("zugzwang --depth 1", ""),
    ("zugzwang --depth 1 --format csv", ""),
    ("quiesce --positions 5 --depth 1", ""),
    ("fifteenth --positions 5 --limit-nodes 1000", ""),
    ("pass --positions 5 --depth 2", ""),
    ("review --positions 5 --depth 1", ""),
    ("match --depth 1", ""),
    ("conspiracy --trees 1 --sizes 50", ""),
    ("mate --positions 1 --limit-nodes 1000", ""),
    ("trace 5 --depth 1", ""),
];

const LAB: Program = Program("");

/// Creates a folder with the files that the commands read.
fn folder(name: &str) -> PathBuf {
    let folder = common::folder(name);
    let results = folder.join("l.jsonl");
    let out = results.to_str().expect("a path");
    LAB.printed(&format!("compare --positions 5 --depth 1 --out '{out}'"));
    folder
}

#[test]
fn every_command_is_tried() {
    LAB.tries_every_command(COMMANDS);
}

#[test]
fn closed_standard_output_is_no_error() {
    let folder = folder("streams-closed");
    for (words, input) in COMMANDS {
        ends_unread(command(words).current_dir(&folder), input);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn full_standard_output_is_an_error() {
    let folder = folder("streams-full");
    let helps = ["--help", "--version", "-V", "help compare", "compare --help"].map(|words| (words, ""));
    for (words, input) in COMMANDS.iter().chain(&helps) {
        crate::harness::ends_full(command(words).current_dir(&folder), input);
    }
}
