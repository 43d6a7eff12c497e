//! Ctrl-C and SIGTERM end every long run, and requested output is still written.

use crate::ending::{LongRun, ends_on_signals};
use crate::harness::folder;

/// Every command that may take long, with arguments that make it do so.
const RUNS: &[LongRun] = &[
    (
        "solve '8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - -' --limit-seconds 1e9 --engine interpreter",
        "",
        "interrupted",
    ),
    (
        "solve 1-300 --limit-seconds 1e9 --engine interpreter",
        "",
        "positions are missing",
    ),
    (
        "table1 --to-limit --engine interpreter --report page.html",
        "",
        "positions are missing",
    ),
    (
        "table1 --to-limit --limit-seconds 1e9 --format csv --engine interpreter",
        "",
        "positions are missing",
    ),
    ("ablate --engine interpreter", "", "positions are missing"),
    (
        "verify --limit-seconds 1e9 --engine interpreter",
        "",
        "positions are missing",
    ),
    (
        "verify --limit-seconds 1e9 --engine interpreter --format json",
        "",
        "\"differences\": []",
    ),
    ("replay --seconds 1e6 --engine interpreter", "", "moves are missing"),
    (
        "profile '8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - -' --limit-seconds 1e9 --folded p.folded --listing p.lst",
        "p.folded",
        "Z8000 seconds",
    ),
    (
        "profile '8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - -' --limit-seconds 1e9 --folded p.folded --listing p.lst",
        "p.lst",
        "Z8000 seconds",
    ),
];

#[test]
fn signals_end_every_long_run() {
    ends_on_signals(env!("CARGO_BIN_EXE_bcp"), &folder("signals"), RUNS);
}
