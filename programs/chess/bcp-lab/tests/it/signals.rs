//! Ctrl-C and SIGTERM end every long run, and requested output is still written.

use crate::common::folder;
use crate::ending::{LongRun, ends_on_signals};

const RUNS: &[LongRun] = &[
    ("compare", "", "searches are missing"),
    ("match --depth 12", "", "openings are missing"),
    ("conspiracy --trees 100000", "", "trees are missing"),
    ("conspiracy chess --sizes 1000000", "", "partly searched"),
    (
        "mate --limit-nodes 1000000000 --moves 20 --positions 20,21",
        "",
        "positions are missing",
    ),
    ("pass --depth 10", "", "positions are missing"),
    ("review --depth 10", "", "positions are missing"),
    ("fifteenth --limit-nodes 1000000000", "", "positions are missing"),
    ("quiesce --depth 10", "", "positions are missing"),
    ("zugzwang --depth 30", "", "positions are missing"),
    (
        "trace 5 --search pvs --depth 30 --calls 4000 --out tree.txt",
        "tree.txt",
        "interrupted: writing the tree so far",
    ),
];

#[test]
fn signals_end_every_long_run() {
    ends_on_signals(env!("CARGO_BIN_EXE_bcp-lab"), &folder("signals"), RUNS);
}
