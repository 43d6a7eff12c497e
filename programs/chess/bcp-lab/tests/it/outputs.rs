//! No output overwrites an input: each row of `outputs.txt` is tried with the input under each of its names.

use std::fs;
use std::path::PathBuf;

use crate::common::{command, folder};
#[cfg(target_os = "linux")]
use crate::harness::names_are_any;
use crate::harness::{inputs_stay, outputs_are_checked};
#[cfg(target_os = "linux")]
use crate::writers::meet_hazards;

/// Creates a folder with the files that the rows read.
fn prepared(name: &str) -> PathBuf {
    let folder = folder(name);
    let inputs = [
        ("in.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n"),
        // This file is not a results file of the command, which must notice that before it overwrites the file.
        ("in.jsonl", "{}\n"),
    ];
    for (name, text) in inputs {
        fs::write(folder.join(name), text).expect("a file");
    }
    folder
}

#[test]
fn an_output_is_not_written_over_an_input() {
    let folder = prepared("outputs");
    let run = |arguments: &str| command(arguments).current_dir(&folder).output().expect("bcp-lab runs");
    inputs_stay(&folder, include_str!("outputs.txt"), run, |_, _, _| {});
}

#[test]
fn outputs_are_checked_before_anything_is_done() {
    let folder = prepared("checked-outputs");
    let run = |arguments: &str| command(arguments).current_dir(&folder).output().expect("bcp-lab runs");
    let others = outputs_are_checked(&folder, include_str!("outputs.txt"), run);
    // The command has nothing to compare in its position.
    assert_eq!(others, ["compare --suite in.epd --depth 1 --resume --out OUT"]);
}

#[cfg(target_os = "linux")]
#[test]
fn every_output_meets_every_hazard() {
    let folder = prepared("hazards");
    let failing = meet_hazards(&folder, include_str!("outputs.txt"), env!("CARGO_BIN_EXE_bcp-lab"));
    // One side of the position has only pawns.
    assert_eq!(failing, ["compare --suite in.epd --depth 1 --resume --out OUT"]);
}

#[cfg(target_os = "linux")]
#[test]
fn names_of_files_need_not_be_utf8() {
    let folder = prepared("any-names");
    names_are_any(&folder, include_str!("outputs.txt"), env!("CARGO_BIN_EXE_bcp-lab"));
}
