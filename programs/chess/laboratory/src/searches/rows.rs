//! One row for each search: its name, its summary, and how it is run.

use super::kinds::{Proof, Quiescence, Windows};
use super::kinds::{Quiescence as Q, Windows as W};
use crate::memory::Driver;

/// A search of `bcp-lab trace`.
#[derive(Debug)]
pub(super) struct SearchRow {
    pub(super) name: &'static str,
    /// One line of the help.
    pub(super) summary: &'static str,
    pub(super) run: Run,
}

/// How a search is run, which determines what can be traced.
#[derive(Clone, Copy, Debug)]
pub(super) enum Run {
    /// A search with windows, to a depth; its calls are traced.
    Windows(Windows),
    /// A quiescence search; its calls are traced.
    Quiescence(Quiescence),
    /// The pseudocode of 2006, on its own board; its calls are traced.
    Pseudocode { second: bool },
    /// A search by conspiracy numbers; the tree that it grows is traced.
    Conspiracy,
    /// A search for a mate in chess, or for a won game elsewhere; its tree or its visits are traced.
    Proof(Proof),
}

const fn row(name: &'static str, summary: &'static str, run: Run) -> SearchRow {
    SearchRow { name, summary, run }
}

/// All searches, in the order in which the help lists them.
#[rustfmt::skip]
pub(super) static ROWS: [SearchRow; 20] = [
    row("minimax", "minimax search of every move", Run::Windows(W::Minimax)),
    row("pvs", "principal variation search without null moves", Run::Windows(W::Pvs)),
    row("standard", "standard null-move pruning, R = 2 (David and Netanyahu, Figure 1)", Run::Windows(W::Standard)),
    row("verified", "verified null-move pruning, R = 3 (David and Netanyahu, Figure 3)", Run::Windows(W::Verified)),
    row("extended", "extended null-move reductions (David and Netanyahu, 2008)", Run::Windows(W::Extended)),
    row("late", "late move reductions without null moves", Run::Windows(W::Late)),
    row("quiesce", "null-move quiescence (Beal, Fig. 3)", Run::Quiescence(Q::Unlimited)),
    row("quiesce-d", "null-move quiescence with a depth limit (Beal, Fig. 5)", Run::Quiescence(Q::Limited)),
    row("nested", "null-move quiescence of two nested orders with depth limits, --nested for the first and --depth for the second",
        Run::Quiescence(Q::Nested)),
    row("version1", "version 1 of Beal's 2006 pseudocode, with iterative deepening (chess only)",
        Run::Pseudocode { second: false }),
    row("version2", "version 2 of Beal's 2006 pseudocode, with a hash table (chess only)", Run::Pseudocode { second: true }),
    row("conspiracy", "conspiracy-number search until the value is certain", Run::Conspiracy),
    row("pn", "proof-number search for a mate in --depth moves or, in a tree, a win within --depth plies",
        Run::Proof(Proof::Pn)),
    row("pn2", "proof-number search with a second tree at each leaf", Run::Proof(Proof::Pn2)),
    row("df-pn", "depth-first proof-number search with a table", Run::Proof(Proof::DepthFirst)),
    row("alpha-beta", "alpha-beta", Run::Windows(W::Driver(Driver::AlphaBeta))),
    row("alpha-beta-memory", "alpha-beta with memory", Run::Windows(W::Driver(Driver::AlphaBetaMemory))),
    row("mtd", "MTD(f), starting from the static value", Run::Windows(W::Driver(Driver::Mtd))),
    row("sss", "SSS*, as MTD starting from the upper bound", Run::Windows(W::Driver(Driver::Sss))),
    row("dual", "DUAL*, as MTD starting from the lower bound", Run::Windows(W::Driver(Driver::Dual))),
];
