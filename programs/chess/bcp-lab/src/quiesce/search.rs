//! The quiescence search of one position, of any order.

use std::cmp::Reverse;

use bcp_laboratory::game::{Game, INFINITY, Value};
use bcp_laboratory::quiescence::{
    AsListed, BestMoves, Captures, Census, Choice, Deepening, Evaluate, FirstOrder, Iteration, Nested, NestedQuiesceD,
    Quiesce, QuiesceD, SeeFinish, Static, Tactical, ToDepth, Verdict,
};
use bcp_laboratory::{Counted, Limits};
use bcp_suite::Interrupt;

use super::options::Arguments;
use super::table::{End, PositionResult, Searching};
use crate::chosen::Named;
use crate::running::limits;

/// A position to search, with what is known about it.
pub(super) struct Task<G: Game> {
    pub(super) named: Named,
    pub(super) game: G,
    /// Names a move.
    pub(super) text: fn(&G, G::Move) -> String,
    /// The moves that solve it, as text; empty if they are unknown.
    pub(super) solutions: Vec<String>,
    /// The gain that they must achieve.
    pub(super) gain: Value,
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
        (_, Some(depth)) => {
            Box::new(ToDepth { search: QuiesceD::new(evaluation(order - 1, options), AsListed), depth })
        }
    }
}

/// Searches a position. What is known about every move is kept on request.
pub(super) fn search<G>(task: &Task<G>, options: &Arguments, interrupt: &Interrupt) -> PositionResult
where
    G: Tactical + Clone,
{
    let limits = limits(options.limit_nodes, interrupt);
    let nested = |first| nested(task.game.clone(), options, first, limits);
    let nested = options.nested.and_then(nested);
    let mut board = Counted::new(Census::new(task.game.clone()), limits);
    let search = QuiesceD::new(FirstOrder(evaluation(options.order - 1, options)), BestMoves::default());
    let mut deepening = Deepening::new(&mut board, search, options.depth);
    deepening.early = !options.to_limit;
    deepening.wide = options.choices;
    let found: Vec<_> = deepening.collect();
    let ended = match found.last().map_or(Verdict::Open, Iteration::verdict) {
        _ if board.interrupted && interrupt.requested() => End::Interrupted,
        _ if board.interrupted => End::Nodes,
        Verdict::Open => End::Depth,
        Verdict::Definite => End::Definite,
        Verdict::Settled => End::Settled,
    };
    let text = |m| (task.text)(&task.game, m);
    let iteration = |iteration: &Iteration<G::Move>| Searching {
        depth: iteration.depth,
        value: iteration.fat.value,
        best: iteration.best.map(text),
        range: iteration.fat.to_string(),
        nodes: iteration.statistics.nodes,
    };
    let iterations: Vec<Searching> = found.iter().map(iteration).collect();
    let solves = || {
        let last = iterations.last()?;
        Some(task.solutions.contains(last.best.as_ref()?) && last.value >= task.gain)
    };
    let mut choices = match found.last() {
        Some(last) if options.choices => last.choices.clone(),
        _ => Vec::new(),
    };
    choices.sort_by_key(|choice| Reverse(choice.fat.value));
    let choice = |choice: &Choice<G::Move>| (text(choice.m), choice.fat.to_string());
    PositionResult {
        named: task.named.clone(),
        solved: (!task.solutions.is_empty()).then(|| solves().unwrap_or(false)),
        ended,
        branching: board.game.branching,
        nested: nested.map(|nested| nested.to_string()),
        choices: choices.iter().map(choice).collect(),
        statistics: board.statistics,
        iterations,
    }
}

/// The second order on a first that has a limit of depth too: the value of the deepest iteration that was completed.
fn nested<G: Tactical>(game: G, options: &Arguments, first: u32, limits: Limits<'_>) -> Option<Nested> {
    let mut board = Counted::new(game, limits);
    let mut search = NestedQuiesceD {
        first: QuiesceD::new(Static, AsListed),
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
        if found.outer.is_definite() && !options.to_limit {
            break;
        }
    }
    known
}
