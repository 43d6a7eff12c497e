//! The result of a position.

use serde::{Deserialize, Serialize};

use crate::clock::Clock;
use crate::criterion::Judge;
use crate::engine::Iteration;
use crate::suite::Problem;

/// What became of a position. As JSON, described in `docs/reference/results-json.md`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Judged {
    /// Number of the position.
    pub(crate) number: u32,
    /// Whether it is solved.
    pub(crate) solved: bool,
    /// Z8000 seconds to the solution; none if it is not solved.
    pub(crate) seconds: Option<f64>,
    /// Clocks to the solution, or of the whole run.
    pub(crate) cycles: u64,
    /// Nodes counted by the end of the iteration that is told here.
    pub(crate) nodes: u32,
    /// Depth of the solving iteration, or of the last one.
    pub(crate) depth: Option<u8>,
    /// Its value in pawns.
    pub(crate) value: Option<i16>,
    /// Its best move in SAN.
    #[serde(rename = "move")]
    pub(crate) best: Option<String>,
    /// Seconds in the paper's Table 1; none for F.
    pub(crate) table1_seconds: Option<u32>,
    /// Whether the paper has a footnote to the position.
    pub(crate) footnote: bool,
    /// Clocks of the iteration that is told.
    pub(crate) told_cycles: u64,
    /// Quiz of the book, and number in it, both from 1.
    pub(crate) quiz: u32,
    pub(crate) place: u32,
}

impl Judged {
    /// Sums up a run: the last iteration, and the clocks it took in all.
    pub(crate) fn new(
        problem: &Problem,
        judge: &Judge<'_>,
        last: Option<&Iteration>,
        cycles: u64,
        clock: Clock,
    ) -> Self {
        let solution = judge.solution();
        let told = solution.or(last);
        let san = |iteration: &Iteration| {
            let best = problem.position.move_from_text(iteration.best.as_deref()?)?;
            problem.position.san(best)
        };
        Self {
            number: problem.number,
            solved: solution.is_some(),
            seconds: solution.map(|iteration| clock.seconds(iteration.cycles)),
            cycles: solution.map_or(cycles, |iteration| iteration.cycles),
            nodes: told.map_or(0, |iteration| iteration.nodes),
            told_cycles: told.map_or(0, |iteration| iteration.cycles),
            depth: told.map(|iteration| iteration.depth),
            value: told.map(|iteration| iteration.value),
            best: told.and_then(san),
            table1_seconds: problem.table1,
            footnote: problem.footnote,
            quiz: problem.quiz,
            place: problem.place,
        }
    }

    /// Seconds as Table 1 has them: whole, and never below 1, so rounded up.
    pub(crate) fn whole_seconds(&self) -> Option<u32> {
        self.seconds.map(|seconds| (seconds.ceil() as u32).max(1))
    }
}
