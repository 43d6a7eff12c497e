//! The quiescence search of one position, of any order.

use std::cmp::Reverse;

use bcp_chess::{Move, Position};
use bcp_laboratory::game::INFINITY;
use bcp_laboratory::quiescence::{
    AsListed, BestMoves, Captures, Census, Choice, Deepening, Evaluate, FirstOrder, Iteration, Nested, NestedQuiesceD,
    Quiesce, QuiesceD, SeeFinish, Static, Tactics, ToDepth, Verdict,
};
use bcp_laboratory::{Counted, Limits};
use bcp_suite::{Interrupt, Problem};

use super::options::Arguments;
use super::table::{End, PositionResult, Searching};
use crate::chosen::Named;
use crate::running::limits;

type Board<'l> = Counted<'l, Census<Tactics>>;
type Evaluation<'l> = Box<dyn Evaluate<Board<'l>> + 'l>;

/// Returns the evaluation of an order: static for 0, a capture search for 1, QUIESCE for higher orders.
fn evaluation<'l>(order: u32, options: &Arguments) -> Evaluation<'l> {
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

/// Searches a position. On request, the result includes what is known about every move.
pub(super) fn search(
    position: &Position,
    problem: Option<&Problem>,
    options: &Arguments,
    interrupt: &Interrupt,
) -> PositionResult {
    let limits = limits(options.limit_nodes, interrupt);
    let game = Tactics::new(position.clone());
    let nested = |first| nested(game.clone(), options, first, limits);
    let nested = options.nested.and_then(nested);
    let mut board = Counted::new(Census::new(game.clone()), limits);
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
    let text = |m: Move| position.san(m).unwrap_or_else(|| m.to_string());
    let iteration = |iteration: &Iteration<Move>| Searching {
        depth: iteration.depth,
        value: iteration.fat.value,
        best: iteration.best.map(text),
        range: iteration.fat.to_string(),
        nodes: iteration.statistics.nodes,
    };
    let iterations: Vec<Searching> = found.iter().map(iteration).collect();
    let best = found.last().and_then(|last| last.best);
    let judged = problem.filter(|problem| !problem.solutions.is_empty());
    let mut choices = match found.last() {
        Some(last) if options.choices => last.choices.clone(),
        _ => Vec::new(),
    };
    choices.sort_by_key(|choice| Reverse(choice.fat.value));
    let choice = |choice: &Choice<Move>| (text(choice.m), choice.fat.to_string());
    PositionResult {
        named: Named::new(problem),
        solved: judged.map(|problem| best.is_some_and(|best| problem.solutions.contains(&best))),
        ended,
        branching: board.game.branching,
        nested: nested.map(|nested| nested.to_string()),
        choices: choices.iter().map(choice).collect(),
        statistics: board.statistics,
        iterations,
    }
}

/// Returns the value of the second order on a depth-limited first order: that of the deepest completed iteration.
fn nested(game: Tactics, options: &Arguments, first: u32, limits: Limits<'_>) -> Option<Nested> {
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
