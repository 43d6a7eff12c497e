//! One position searched with an order of quiescence.

use bcp_laboratory::game::INFINITY;
use bcp_laboratory::quiescence::{
    AsListed, BestMoves, Branching, Captures, Census, Deepening, Evaluate, FirstOrder, Iteration, Nested,
    NestedQuiesceD, Quiesce, QuiesceD, SeeFinish, Static, Tactical, ToDepth, Verdict,
};
use bcp_laboratory::{Counted, Limits, Statistics};
use bcp_suite::Interrupt;
use serde::{Deserialize, Serialize};

use super::super::running::limits;
use super::options::Arguments;

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
fn evaluation<'l, G: Tactical + 'l>(order: u32, options: &Arguments) -> Evaluation<'l, G> {
    match (order, options.lower_depth) {
        (0, _) => Box::new(Static),
        (1, _) if options.mates => Box::new(SeeFinish(Captures)),
        (1, _) => Box::new(Captures),
        (_, None) => Box::new(Quiesce(evaluation(order - 1, options))),
        (_, Some(depth)) => Box::new(ToDepth {
            search: QuiesceD {
                evaluation: evaluation(order - 1, options),
                ordering: AsListed,
            },
            depth,
        }),
    }
}

/// Searches a position.
pub(super) fn search<G>(game: G, options: &Arguments, interrupt: &Interrupt) -> Outcome<G::Move>
where
    G: Tactical + Clone,
{
    let limits = limits(options.nodes, interrupt);
    let nested = options
        .nested
        .and_then(|first| nested(game.clone(), options, first, limits));
    let mut board = Counted::new(Census::new(game), limits);
    let search = QuiesceD {
        evaluation: FirstOrder(evaluation(options.order - 1, options)),
        ordering: BestMoves::default(),
    };
    let mut deepening = Deepening::new(&mut board, search, options.depth);
    deepening.early = !options.to_the_end;
    deepening.wide = options.choices;
    let iterations: Vec<_> = deepening.collect();
    let verdict = iterations.last().map_or(Verdict::Open, Iteration::verdict);
    let end = match verdict {
        _ if board.interrupted && interrupt.requested() => End::Interrupted,
        _ if board.interrupted => End::Nodes,
        Verdict::Open => End::Depth,
        Verdict::Definite => End::Definite,
        Verdict::Settled => End::Settled,
    };
    Outcome {
        iterations,
        end,
        statistics: board.statistics,
        branching: board.game.branching,
        nested,
    }
}

/// The second order on a first that has a limit of depth too: the value of the deepest iteration that was completed.
fn nested<G: Tactical>(game: G, options: &Arguments, first: u32, limits: Limits<'_>) -> Option<Nested> {
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
    for depth in 0..=options.depth {
        let found = search.search(&mut board, -INFINITY, INFINITY, depth);
        if board.interrupted {
            break;
        }
        known = Some(found);
        if found.outer.is_definite() && !options.to_the_end {
            break;
        }
    }
    known
}
