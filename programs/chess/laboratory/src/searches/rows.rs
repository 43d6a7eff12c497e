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
use crate::proof::{Examined, Mate, NodeId, ProofTree};
use crate::quiescence::{AsListed, Evaluate, NestedQuiesceD, QuiesceD, Static, Tactics};
use crate::review::{version1_calls, version2_calls};
use crate::trace::Recorder;

/// A game whose calls are written down and whose positions are counted.
pub(super) type Watched<G> = Counted<'static, G>;

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
    /// A search for mates that grows a tree, leaf by leaf: this tree.
    Proof(fn(&mut ProofTree<Move>, &mut Examined<'_, Mate<Chess>>) -> NodeId),
    /// Depth-first proof-number search for mates: its visits.
    DepthFirstProof,
}

const fn row(name: &'static str, summary: &'static str, run: Run) -> Row {
    Row { name, summary, run }
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

/// A quiescence, in both games: whether its evaluation can be chosen, its options for people, and the search.
macro_rules! quiescence {
    ($orders:expr, $settings:expr, $search:expr) => {
        Run::Quiescence {
            orders: $orders,
            settings: $settings,
            chess: $search,
            tree: $search,
        }
    };
}

/// A driver of searches with memory.
macro_rules! driver {
    ($driver:ident) => {
        windows!(|game, _, _, depth| Driver::$driver.run(game, depth))
    };
}

/// All searches, in the order of the help.
#[rustfmt::skip]
pub(super) static ROWS: [Row; 19] = [
    row("pvs", "principal variation search, without null moves", windows!(pvs::search)),
    row("standard", "standard null-move pruning, R = 2: David and Netanyahu, Figure 1", windows!(standard::search)),
    row("verified", "verified null-move pruning, R = 3: their Figure 3",
        windows!(|game, alpha, beta, depth| verified::search(game, alpha, beta, depth, true))),
    row("extended", "extended null-move reductions: the same authors, 2008", windows!(extended::search)),
    row("late", "late move reductions, without null moves", windows!(late::search)),
    row("quiesce", "null-move quiescence: Beal, Fig. 3", quiescence!(true, |_| String::new(), unlimited)),
    row("quiesce-d", "the same with a limit of depth: Fig. 5",
        quiescence!(true, |request| format!("depth {}", request.depth), limited)),
    row("nested", "two orders with limits of depth, the first --nested plies: three levels of reliability",
        quiescence!(false, |request| format!("first {} depth {}", request.nested, request.depth), nested)),
    row("version1", "version 1 of Beal's pseudocode of 2006, iteration by iteration; chess only",
        Run::Pseudocode(version1_calls)),
    row("version2", "version 2, with a hash table; chess only", Run::Pseudocode(version2_calls)),
    row("conspiracy", "conspiracy numbers, until the value is certain", Run::Conspiracy),
    row("pn", "proof-number search for a mate in --depth moves; chess only", Run::Proof(ProofTree::grow)),
    row("pn2", "the same with a second tree in each leaf", Run::Proof(ProofTree::grow_by_search)),
    row("df-pn", "the same depth first, with a table", Run::DepthFirstProof),
    row("alpha-beta", "alpha-beta", driver!(AlphaBeta)),
    row("alpha-beta-memory", "alpha-beta with memory", driver!(AlphaBetaMemory)),
    row("mtd", "MTD(f), from the static value", driver!(Mtd)),
    row("sss", "SSS*, as MTD from above", driver!(Sss)),
    row("dual", "DUAL*, as MTD from below", driver!(Dual)),
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
        first: QuiesceD::new(Static, AsListed),
        first_depth: request.nested,
        ordering: AsListed,
    };
    search.search(game, -INFINITY, INFINITY, request.depth as u32);
}
