//! The result of a position.

use bcp_chess::Position;
use bcp_driver::Iteration;
use bcp_suite::{Finding, Problem};
use serde::{Deserialize, Serialize};
use z8000::board::Clock;

/// The outcome of a position. As JSON, described in `docs/reference/results-json.md`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// Number of the position.
    pub(crate) number: u32,
    /// True if it is solved.
    pub(crate) solved: bool,
    /// Z8000 seconds to the solution; none if it is not solved.
    pub(crate) seconds: Option<f64>,
    /// Clocks to the solution, or of the whole run.
    pub(crate) cycles: u64,
    /// Nodes counted by the end of the iteration that is reported here.
    pub(crate) nodes: u32,
    /// Depth of the solving iteration, or of the last one.
    pub(crate) depth: Option<u8>,
    /// Its value in pawns.
    pub(crate) value: Option<i16>,
    /// Its best move in SAN; for a mate in one, which has none, the first move that mates.
    #[serde(rename = "move")]
    pub(crate) best: Option<String>,
    /// Seconds in the paper's Table 1; none for F.
    pub(crate) table1_seconds: Option<u32>,
    /// True if the paper has a footnote to the position.
    pub(crate) footnote: bool,
    /// Clocks at the end of the iteration that is reported.
    pub(crate) iteration_cycles: u64,
    /// Quiz of the book, and number in it, both from 1.
    pub(crate) quiz: u32,
    pub(crate) place: u32,
}

impl Outcome {
    /// Sums up a run: which of its iterations solved the position, and the clocks that it took in all.
    pub(crate) fn new(
        problem: &Problem,
        solution: Option<usize>,
        iterations: &[Iteration],
        cycles: u64,
        clock: Clock,
    ) -> Self {
        let solution = solution.and_then(|at| iterations.get(at));
        let reported = solution.or(iterations.last());
        Self {
            number: problem.number,
            solved: solution.is_some(),
            seconds: solution.map(|iteration| clock.seconds(iteration.cycles)),
            cycles: solution.map_or(cycles, |iteration| iteration.cycles),
            nodes: reported.map_or(0, |iteration| iteration.nodes),
            iteration_cycles: reported.map_or(0, |iteration| iteration.cycles),
            depth: reported.map(|iteration| iteration.depth),
            value: reported.map(|iteration| iteration.value),
            best: reported.and_then(|iteration| problem.position.san(iteration.named(&problem.position)?)),
            table1_seconds: problem.table1,
            footnote: problem.footnote,
            quiz: problem.quiz,
            place: problem.place,
        }
    }

    /// Seconds as in Table 1: whole, and never below 1, so rounded up.
    pub(crate) fn whole_seconds(&self) -> Option<u32> {
        self.seconds.map(|seconds| rounded_up(seconds, 1.0) as u32)
    }
}

/// Seconds times a scale, as in Table 1: whole, and never below 1, so rounded up.
pub(crate) fn rounded_up(seconds: f64, scale: f64) -> f64 {
    (seconds * scale).ceil().max(1.0)
}

/// Returns an iteration in the form that the judge sees.
pub(crate) fn finding(position: &Position, iteration: &Iteration) -> Finding {
    Finding {
        best: iteration.best,
        value: iteration.value,
        is_mate: iteration.is_mate(),
        mates_at_once: !iteration.mates(position).is_empty(),
    }
}
