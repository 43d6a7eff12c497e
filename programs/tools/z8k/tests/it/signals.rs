//! Ctrl-C and SIGTERM end every long run, and what was requested is written.

use std::fs;

use crate::commands::folder;
use crate::ending::{LongRun, ends_on_signals};

/// A program that never ends.
const LOOP: &str = "\t.text\n\t.org 0\n\t.word 0,0x4000,start\nstart:\tinc r1,#1\n\tjr start\n";

const MACHINE: &str = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n";

/// Every command that may run for long.
const RUNS: &[LongRun] = &[
    ("run loop.s --save board.save", "board.save", "interrupted after "),
    ("run loop.s --coverage loop.cov", "loop.cov", "interrupted after "),
    (
        "run loop.s --machine m.toml --save machine.save",
        "machine.save",
        "interrupted after ",
    ),
    (
        "profile loop.s --folded loop.folded",
        "loop.folded",
        "interrupted after ",
    ),
    ("profile loop.s --listing loop.lst", "loop.lst", "interrupted after "),
    ("profile loop.s --format json", "", "\"routine\": \"start\""),
    ("bench loop.s", "", "z8k: interrupted: no run finished"),
    ("bench loop.s --machine m.toml", "", "z8k: interrupted: no run finished"),
    ("bench --worst worst", "", "z8k: interrupted: no run finished"),
    ("lockstep loop.s", "", "z8k: interrupted: "),
    ("lockstep loop.s --machine m.toml", "", "z8k: interrupted: "),
    ("lockstep --random 1000000000000", "", "z8k: interrupted: "),
    ("cpm loop.s --coverage cpm.cov", "cpm.cov", "interrupted: "),
];

#[test]
fn signals_end_every_long_run() {
    let folder = folder("signals");
    fs::create_dir(folder.join("worst")).expect("a folder");
    for (name, text) in [("loop.s", LOOP), ("worst/loop.s", LOOP), ("m.toml", MACHINE)] {
        fs::write(folder.join(name), text).expect("a file");
    }
    ends_on_signals(env!("CARGO_BIN_EXE_z8k"), &folder, RUNS);
}
