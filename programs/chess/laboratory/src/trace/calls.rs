//! Traces of searches that go depth first: each node is a call.

use super::names::Names;
use super::recorder::{Call, Recorder};
use super::step::Step;
use super::tree::{Known, Node, Trace, bounds, finite};
use crate::note::Reason;
use crate::value::Value;

impl Trace {
    /// The same with the calls of a search, or the visits of a depth-first proof-number search.
    #[must_use]
    pub fn with_calls<M: Copy>(mut self, recorder: &Recorder<M>, names: &mut impl Names<Move = M>) -> Self {
        self.left_out = recorder.left_out;
        // The moves from the root to each call, to name the next ones.
        let mut paths: Vec<Vec<Step<M>>> = Vec::new();
        for call in &recorder.calls {
            let above = call.parent.map_or_else(Vec::new, |parent| paths[parent].clone());
            let (moves, fen) = names.after(&above, &call.steps);
            paths.push([above, call.steps.clone()].concat());
            let counts_plies = call.thresholds.is_none();
            let known = Known {
                at: call.time.1,
                value: call.value,
                range: call.range.map(bounds),
                numbers: call.numbers.map(finite),
            };
            let has_ended = call.value.is_some() || call.numbers.is_some();
            self.nodes.push(Node {
                parent: call.parent,
                moves,
                fen,
                at: call.time.0,
                window: counts_plies.then(|| bounds(call.window)),
                thresholds: call.thresholds.map(finite),
                depth: counts_plies.then_some(call.depth),
                known: has_ended.then_some(known).into_iter().collect(),
                end: match call.value {
                    Some(value) => Some(end(call, value)),
                    None => (!has_ended).then_some("unfinished"),
                },
                untried: (counts_plies && call.reason.is_none() && call.untried > 0).then_some(call.untried),
            });
        }
        self
    }
}

fn end<M>(call: &Call<M>, value: Value) -> &'static str {
    let (alpha, beta) = call.window;
    match call.reason {
        Some(Reason::GameOver) => "game over",
        Some(Reason::NoMoves) => "no moves",
        Some(Reason::Horizon) => "horizon",
        Some(Reason::NullMove) => "null move",
        Some(Reason::Table) => "table",
        None if value >= beta => "cut-off",
        None if value <= alpha => "fails low",
        None => "exact",
    }
}
