//! No output over an input: each row of `outputs.txt`, with the input under each of its names.

use std::fs;

use crate::common::{command, folder};
use crate::harness::inputs_stay;

#[test]
fn an_output_is_not_written_over_an_input() {
    let folder = folder("outputs");
    let inputs = [
        ("in.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n"),
        ("in.s", "\t.text\n\t.org 0\n\t.word 0,0x4000,start\nstart:\thalt\n"),
    ];
    for (name, text) in inputs {
        fs::write(folder.join(name), text).expect("a file");
    }
    let run = |arguments: &str| command(arguments).current_dir(&folder).output().expect("bcp runs");
    let solved = run("solve --suite in.epd --out in.jsonl");
    assert!(solved.status.success(), "{solved:?}");
    inputs_stay(&folder, include_str!("outputs.txt"), run, |_, _, _| {});
}
