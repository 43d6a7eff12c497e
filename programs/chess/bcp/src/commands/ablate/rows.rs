//! The programs that `bcp ablate` compares.

use serde::Serialize;

/// A program to compare with the built-in one.
#[derive(Serialize)]
pub(super) struct AblationRow {
    /// Name of its file among the results, without extension.
    pub(super) name: &'static str,
    /// A description of the reading.
    pub(super) reading: &'static str,
    #[serde(skip)]
    pub(super) simple: bool,
    /// Names and values of the readings that differ from the default.
    #[serde(skip)]
    pub(super) changes: &'static [(&'static str, i64)],
    /// True if it is one of the random orders, which are reported together.
    #[serde(skip)]
    pub(super) drawn: bool,
}

const fn row(name: &'static str, reading: &'static str, changes: &'static [(&'static str, i64)]) -> AblationRow {
    AblationRow { name, reading, simple: false, changes, drawn: false }
}

const fn drawn(name: &'static str, reading: &'static str, changes: &'static [(&'static str, i64)]) -> AblationRow {
    AblationRow { drawn: true, ..row(name, reading, changes) }
}

/// Returns a program without a stored tree.
const fn simple(name: &'static str, reading: &'static str, changes: &'static [(&'static str, i64)]) -> AblationRow {
    AblationRow { simple: true, ..row(name, reading, changes) }
}

/// The programs; the first is the one with which the others are compared.
#[rustfmt::skip]
pub(super) const ROWS: &[AblationRow] = &[
    row("default", "as it is", &[]),
    row("double-checks-seen", "double checks seen", &[("DOUBLE_CHECKS", 1)]),
    row("king-first", "king first", &[("LIST_ORDER", 0)]),
    row("neither", "double checks seen, king first", &[("DOUBLE_CHECKS", 1), ("LIST_ORDER", 0)]),
    row("pawns-first", "pawns first", &[("LIST_ORDER", 1)]),
    drawn("order-11", "random order, seed 11", &[("LIST_ORDER", 11)]),
    drawn("order-222", "random order, seed 222", &[("LIST_ORDER", 222)]),
    drawn("order-3333", "random order, seed 3333", &[("LIST_ORDER", 3333)]),
    row("null-mates-2", "mates in two after a null move", &[("NULL_MATES", 2)]),
    row("horizon-mates-2", "mates in two at the horizon", &[("HORIZON_MATES", 2)]),
    simple("version-1", "version 1 of the pseudocode", &[("DOUBLE_CHECKS", 1), ("LIST_ORDER", 0)]),
    row("version-2", "version 2, mates only at the horizon",
        &[("DOUBLE_CHECKS", 1), ("LIST_ORDER", 0), ("NODE_MATES", 0)]),
    row("version-2-kept", "version 2, horizon mates kept",
        &[("DOUBLE_CHECKS", 1), ("LIST_ORDER", 0), ("NODE_MATES", 1)]),
    row("node-mates-0", "mates only at the horizon", &[("NODE_MATES", 0)]),
    row("node-mates-1", "mates remembered from depth one", &[("NODE_MATES", 1)]),
    row("tree-1000", "tree of 1,000 entries", &[("TREE_ENTRIES", 1000)]),
    row("not-pruned", "full tree not pruned", &[("PRUNING", 0)]),
    row("root-scan", "no null move at the root", &[("ROOT_SCAN", 1)]),
    row("check-depth", "depth not reduced out of check", &[("CHECK_DEPTH", 1)]),
    row("both-experiments", "no null move at the root, depth not reduced out of check",
        &[("ROOT_SCAN", 1), ("CHECK_DEPTH", 1)]),
    row("ordering-not-counted", "ordering searches not counted", &[("COUNT_ORDERING", 0)]),
    simple("simple", "no stored tree", &[]),
];

/// The names of the rows that lead from the pseudocode to the present program, with the changes to the previous row.
pub(super) const STEPS: &[(&str, &str)] = &[
    ("version-1", "version 1 of the pseudocode"),
    ("version-2", "the stored tree of the review"),
    ("version-2-kept", "mates found at depth one are kept"),
    ("neither", "each new node is searched for a mate"),
    ("king-first", "double checks are not recognised"),
    ("default", "moves of equal gain in reverse order: the program as it is"),
];
