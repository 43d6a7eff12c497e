//! One row for each search: its name, its summary, and how it is run.

use bcp_chess::Position;

use super::request::Request;
use crate::chess::{Chess, Move};
use crate::conspiracy::WrittenTree;
use crate::counted::{Counted, Limits};
use crate::figures::quiesce::quiesce;
use crate::figures::quiesce_d::quiesce_d;
use crate::figures::{extended, late, pvs, standard, verified};
use crate::game::{Game, INFINITY, Value};
use crate::memory::Driver;
use crate::proof::{Examined, Mate};
use crate::quiescence::{AsListed, Evaluate, NestedQuiesceD, QuiesceD, Static, Tactics};
use crate::review::{version1_calls, version2_calls};
use crate::trace::{ProofRecorder, Recorder, San, Trace, Traced};

/// A game whose calls are written down and whose positions are counted.
pub(super) type Watched<G> = Counted<'static, Traced<G>>;

/// A search of a window to a depth.
pub(super) type Windows<G> = fn(&mut Watched<G>, Value, Value, i32) -> Value;

/// The evaluation under a quiescence.
pub(super) type Evaluation<G> = Box<dyn Evaluate<Watched<G>>>;

/// A search of `bcp lab trace`.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) name: &'static str,
    /// A line of help.
    pub(super) summary: &'static str,
    pub(super) run: Run,
}

/// The way in which a search is run, which decides what there is to trace.
#[derive(Debug)]
pub(super) enum Run {
    /// A search of windows to a depth, over any game: its calls.
    Windows {
        chess: Windows<Chess>,
        tree: Windows<WrittenTree>,
    },
    /// A quiescence, which need not come to an end, over any game: its calls.
    Quiescence {
        /// Set if it is over an evaluation that can be chosen.
        orders: bool,
        /// Its options, for people.
        settings: fn(&Request) -> String,
        chess: fn(&mut Watched<Tactics>, &mut Evaluation<Tactics>, &Request),
        tree: fn(&mut Watched<WrittenTree>, &mut Evaluation<WrittenTree>, &Request),
    },
    /// The pseudocode of 2006, on its own board, to a depth and with up to so many calls: these.
    Pseudocode(fn(Position, u8, usize, bool) -> Recorder<bcp_chess::Move>),
    /// A search by conspiracy numbers, over any game: the tree that it grows.
    Conspiracy,
    /// A search for mates: the tree that it grows, or its calls.
    Proof(fn(Trace, Mate, &Request, &mut San<Move>) -> Trace),
}

/// A search of windows, in both games.
macro_rules! windows {
    ($search:expr) => {
        Run::Windows {
            chess: $search,
            tree: $search,
        }
    };
}

/// All searches, in the order of the help.
pub(super) static ROWS: [Row; 19] = [
    Row {
        name: "pvs",
        summary: "principal variation search, without null moves",
        run: windows!(pvs::search),
    },
    Row {
        name: "standard",
        summary: "standard null-move pruning, R = 2: David and Netanyahu, Figure 1",
        run: windows!(standard::search),
    },
    Row {
        name: "verified",
        summary: "verified null-move pruning, R = 3: their Figure 3",
        run: windows!(|game, alpha, beta, depth| verified::search(game, alpha, beta, depth, true)),
    },
    Row {
        name: "extended",
        summary: "extended null-move reductions: the same authors, 2008",
        run: windows!(extended::search),
    },
    Row {
        name: "late",
        summary: "late move reductions, without null moves",
        run: windows!(late::search),
    },
    Row {
        name: "quiesce",
        summary: "null-move quiescence: Beal, Fig. 3",
        run: Run::Quiescence {
            orders: true,
            settings: |_| String::new(),
            chess: unlimited,
            tree: unlimited,
        },
    },
    Row {
        name: "quiesce-d",
        summary: "the same with a limit of depth: Fig. 5",
        run: Run::Quiescence {
            orders: true,
            settings: |request| format!("depth {}", request.depth),
            chess: limited,
            tree: limited,
        },
    },
    Row {
        name: "nested",
        summary: "two orders with limits of depth, the first --nested plies: three levels of reliability",
        run: Run::Quiescence {
            orders: false,
            settings: |request| format!("first {} depth {}", request.nested, request.depth),
            chess: nested,
            tree: nested,
        },
    },
    Row {
        name: "version1",
        summary: "version 1 of Beal's pseudocode of 2006, iteration by iteration; chess only",
        run: Run::Pseudocode(version1_calls),
    },
    Row {
        name: "version2",
        summary: "version 2, with a hash table; chess only",
        run: Run::Pseudocode(version2_calls),
    },
    Row {
        name: "conspiracy",
        summary: "conspiracy numbers, until the value is certain",
        run: Run::Conspiracy,
    },
    Row {
        name: "pn",
        summary: "proof-number search for a mate in --depth moves; chess only",
        run: Run::Proof(|trace, mate, request, names| {
            trace.with_proof(&mut Examined::new(mate, limits(request)), request.most, names)
        }),
    },
    Row {
        name: "pn2",
        summary: "the same with a second tree in each leaf",
        run: Run::Proof(|trace, mate, request, names| {
            trace.with_second_proof(&mut Examined::new(mate, limits(request)), request.most, names)
        }),
    },
    Row {
        name: "df-pn",
        summary: "the same depth first, with a table",
        run: Run::Proof(|trace, mate, request, names| {
            trace.with_depth_first_proof(ProofRecorder::new(mate, request.most), limits(request), names)
        }),
    },
    Row {
        name: "alpha-beta",
        summary: "alpha-beta",
        run: windows!(|game, _, _, depth| Driver::AlphaBeta.run(game, depth)),
    },
    Row {
        name: "alpha-beta-memory",
        summary: "alpha-beta with memory",
        run: windows!(|game, _, _, depth| Driver::AlphaBetaMemory.run(game, depth)),
    },
    Row {
        name: "mtd",
        summary: "MTD(f), from the static value",
        run: windows!(|game, _, _, depth| Driver::Mtd.run(game, depth)),
    },
    Row {
        name: "sss",
        summary: "SSS*, as MTD from above",
        run: windows!(|game, _, _, depth| Driver::Sss.run(game, depth)),
    },
    Row {
        name: "dual",
        summary: "DUAL*, as MTD from below",
        run: windows!(|game, _, _, depth| Driver::Dual.run(game, depth)),
    },
];

/// The limits of a search that need not come to an end soon.
pub(super) const fn limits(request: &Request) -> Limits<'static> {
    Limits {
        nodes: request.positions(),
        stop: None,
    }
}

fn unlimited<G: Game>(game: &mut Watched<G>, evaluation: &mut Evaluation<G>, _request: &Request) {
    quiesce(game, evaluation, -INFINITY, INFINITY);
}

fn limited<G: Game>(game: &mut Watched<G>, evaluation: &mut Evaluation<G>, request: &Request) {
    quiesce_d(game, evaluation, -INFINITY, INFINITY, request.depth as u32);
}

/// The second order over a first that has a limit of depth too, moves as they are listed.
fn nested<G: Game>(game: &mut Watched<G>, _evaluation: &mut Evaluation<G>, request: &Request) {
    let mut search = NestedQuiesceD {
        first: QuiesceD {
            evaluation: Static,
            ordering: AsListed,
        },
        first_depth: request.nested,
        ordering: AsListed,
    };
    search.search(game, -INFINITY, INFINITY, request.depth as u32);
}
