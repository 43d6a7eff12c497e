//! Ctrl-C and SIGTERM end every long run, and what was asked for is written.

use crate::common::folder;
use crate::ending::{LongRun, ends_on_signals};

const RUNS: &[LongRun] = &[
    ("compare", "", " missing"),
    ("match --depth 12 --pgn games.pgn --force", "", " missing"),
    ("conspiracy --trees 100000", "", " missing"),
    ("conspiracy chess --sizes 1000000", "", "partly searched"),
    (
        "mate --limit-nodes 1000000000 --moves 20 --positions 20,21",
        "",
        " missing",
    ),
    ("mtd --trees 10000 --depth 9", "", " missing"),
    ("mtd --game chess --depth 10", "", " missing"),
    ("pass --depth 10", "", " missing"),
    ("review --depth 10", "", " missing"),
    ("fifteenth --limit-nodes 1000000000", "", " missing"),
    ("quiesce --depth 10", "", " missing"),
    ("zugzwang --depth 30", "", " missing"),
    (
        "trace 5 --search pvs --depth 30 --calls 8000 --out tree.txt",
        "tree.txt",
        "interrupted: writing the tree so far",
    ),
];

#[test]
fn signals_end_every_long_run() {
    ends_on_signals(env!("CARGO_BIN_EXE_bcp-lab"), &folder("signals"), RUNS);
}
