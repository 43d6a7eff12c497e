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
        ("in.s", "\t.text\n\t.org 0\n\t.word 0,0x4000,start\nstart:\thalt\n"),
    ];
    for (name, text) in inputs {
        fs::write(folder.join(name), text).expect("a file");
    }
    folder
}

#[test]
fn an_output_is_not_written_over_an_input() {
    let folder = prepared("outputs");
    let run = |arguments: &str| command(arguments).current_dir(&folder).output().expect("bcp runs");
    let solved = run("solve --suite in.epd --out in.jsonl");
    assert!(solved.status.success(), "{solved:?}");
    inputs_stay(&folder, include_str!("outputs.txt"), run, |_, _, _| {});
}

#[test]
fn outputs_are_checked_before_anything_is_done() {
    let folder = prepared("checked-outputs");
    let run = |arguments: &str| command(arguments).current_dir(&folder).output().expect("bcp runs");
    assert!(run("solve --suite in.epd --out in.jsonl").status.success());
    let others = outputs_are_checked(&folder, include_str!("outputs.txt"), run);
    assert!(others.is_empty(), "{others:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn every_output_meets_every_hazard() {
    let folder = prepared("hazards");
    let solved = command("solve --suite in.epd --out in.jsonl")
        .current_dir(&folder)
        .output()
        .expect("bcp runs");
    assert!(solved.status.success(), "{solved:?}");
    let failing = meet_hazards(&folder, include_str!("outputs.txt"), env!("CARGO_BIN_EXE_bcp"));
    // The program of the first rows halts at once, and the results of the last are of another run.
    let expected = [
        "play --program in.s --pgn OUT",
        "profile --program in.s 1 --depth 1 --listing OUT",
        "solve --suite in.epd --program in.s --resume --out OUT",
        "table1 --resume --out in.jsonl --report OUT",
    ];
    assert_eq!(failing, expected);
}

#[cfg(target_os = "linux")]
#[test]
fn names_of_files_need_not_be_utf8() {
    let folder = prepared("any-names");
    let run = |arguments: &str| command(arguments).current_dir(&folder).output().expect("bcp runs");
    assert!(run("solve --suite in.epd --out in.jsonl").status.success());
    let table = include_str!("outputs.txt").replace("solve --suite", "solve");
    names_are_any(&folder, &table, env!("CARGO_BIN_EXE_bcp"));
}
