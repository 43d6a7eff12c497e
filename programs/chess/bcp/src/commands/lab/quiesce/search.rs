//! One position searched with an order of quiescence.

use std::sync::atomic::AtomicBool;

use bcp_laboratory::game::INFINITY;
use bcp_laboratory::quiescence::{
    AsListed, BestMoves, Branching, Captures, Census, Deepening, Evaluate, FirstOrder, Iteration, Nested,
    NestedQuiesceD, Quiesce, QuiesceD, SeeFinish, Static, Tactical, ToDepth, Verdict,
};
use bcp_laboratory::{Counted, Limits, Statistics};
use serde::{Deserialize, Serialize};

/// The options of a search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settings {
    /// Applications of quiescence, from 1.
    pub(super) order: u32,
    /// Deepest iteration of the highest.
    pub(super) depth: u32,
    /// Limit of depth of those between the first and the highest.
    pub(super) lower_depth: Option<u32>,
    /// Set if the first order sees mates in one.
    pub(super) mates: bool,
    /// Nodes after which the search is given up; 0 for any number.
    pub(super) nodes: u64,
    /// Set if a search goes on when nothing is left to find out.
    pub(super) to_the_end: bool,
    /// Set if every move of the root is searched as if it were the first.
    pub(super) choices: bool,
    /// Depth of the first order of a nested search.
    pub(super) nested: Option<u32>,
}

/// The reason why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum End {
    /// By itself: the value is definite.
    Definite,
    /// By itself: the choice of the move is settled.
    Settled,
    /// At the depth asked for.
    Depth,
    /// At the limit of nodes, or of the depth of a line.
    Nodes,
    /// By Ctrl-C.
    Interrupted,
}

/// The result of a search.
#[derive(Debug, Clone)]
pub(super) struct Outcome<M> {
    /// The iterations that were completed.
    pub(super) iterations: Vec<Iteration<M>>,
    pub(super) end: End,
    /// Of the whole search, an iteration that was not completed included.
    pub(super) statistics: Statistics,
    pub(super) branching: Branching,
    pub(super) nested: Option<Nested>,
}

type Board<'l, G> = Counted<'l, Census<G>>;
type Evaluation<'l, G> = Box<dyn Evaluate<Board<'l, G>> + 'l>;

/// The evaluation of an order: static, the search of captures by special code, and QUIESCE on what is below.
fn evaluation<'l, G: Tactical + 'l>(order: u32, settings: &Settings) -> Evaluation<'l, G> {
    match (order, settings.lower_depth) {
        (0, _) => Box::new(Static),
        (1, _) if settings.mates => Box::new(SeeFinish(Captures)),
        (1, _) => Box::new(Captures),
        (_, None) => Box::new(Quiesce(evaluation(order - 1, settings))),
        (_, Some(depth)) => Box::new(ToDepth {
            search: QuiesceD {
                evaluation: evaluation(order - 1, settings),
                ordering: AsListed,
            },
            depth,
        }),
    }
}

/// Searches a position.
pub(super) fn search<G>(game: G, settings: &Settings, stop: &AtomicBool) -> Outcome<G::Move>
where
    G: Tactical + Clone,
{
    let limits = Limits {
        nodes: settings.nodes,
        stop: Some(stop),
    };
    let nested = settings
        .nested
        .and_then(|first| nested(game.clone(), settings, first, limits));
    let mut board = Counted::new(Census::new(game), limits);
    let search = QuiesceD {
        evaluation: FirstOrder(evaluation(settings.order - 1, settings)),
        ordering: BestMoves::default(),
    };
    let mut deepening = Deepening::new(&mut board, search, settings.depth);
    if settings.to_the_end {
        deepening = deepening.to_the_end();
    }
    if settings.choices {
        deepening = deepening.with_all_choices();
    }
    let iterations: Vec<_> = deepening.collect();
    let verdict = iterations.last().map_or(Verdict::Open, Iteration::verdict);
    let end = match verdict {
        _ if board.interrupted() && stop.load(std::sync::atomic::Ordering::Relaxed) => End::Interrupted,
        _ if board.interrupted() => End::Nodes,
        Verdict::Open => End::Depth,
        Verdict::Definite => End::Definite,
        Verdict::Settled => End::Settled,
    };
    Outcome {
        iterations,
        end,
        statistics: board.statistics(),
        branching: board.game().branching(),
        nested,
    }
}

/// The second order on a first that has a limit of depth too: the value of the deepest iteration that was completed.
fn nested<G: Tactical>(game: G, settings: &Settings, first: u32, limits: Limits<'_>) -> Option<Nested> {
    let mut board = Counted::new(game, limits);
    let mut search = NestedQuiesceD {
        first: QuiesceD {
            evaluation: Static,
            ordering: AsListed,
        },
        first_depth: first,
        ordering: BestMoves::default(),
    };
    let mut known = None;
    for depth in 0..=settings.depth {
        let found = search.search(&mut board, -INFINITY, INFINITY, depth);
        if board.interrupted() {
            break;
        }
        known = Some(found);
        if found.outer.is_definite() && !settings.to_the_end {
            break;
        }
    }
    known
}
