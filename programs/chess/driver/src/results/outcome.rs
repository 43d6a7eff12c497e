//! The outcome of a position: whether and when it was solved.

use bcp_suite::Problem;
use serde::{Deserialize, Serialize};

use super::iteration::IterationRecord;

/// A position and its outcome: a row of every table of positions, with the same fields as JSON, in JSON lines and as
/// CSV. Described in `docs/reference/results-json.md`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Outcome {
    /// Number of the position.
    pub number: u32,
    /// Name of the position in the suite, or one made from its number; never empty.
    #[serde(default)]
    pub id: String,
    /// The position.
    pub fen: String,
    /// The best moves as given in the suite; `None` if it names only moves to avoid.
    pub best_moves: Option<String>,
    /// The moves to avoid as given in the suite.
    pub avoid_moves: Option<String>,
    /// The paper's footnote.
    pub note: Option<String>,
    /// Number of the quiz in the book, from 1.
    pub quiz: u32,
    /// Number of the position in the quiz, from 1.
    pub place: u32,
    /// Seconds in the paper's Table 1; `None` for F.
    pub table1_seconds: Option<u32>,
    /// True if the paper has a footnote about the position.
    pub footnote: bool,
    /// True if the position is solved.
    pub solved: bool,
    /// Z8000 seconds to the solution; `None` if it is not solved.
    pub seconds: Option<f64>,
    /// Clocks to the solution, or of the whole run.
    pub cycles: u64,
    /// Nodes counted up to the end of the reported iteration: the solving one, or else the last.
    pub nodes: u32,
    /// Depth of the solving iteration, or of the last one.
    pub depth: Option<u8>,
    /// Value of the reported iteration, in pawns.
    pub value: Option<i16>,
    /// Best move of the reported iteration in SAN; for a mate in one, which has none, the first move that mates.
    #[serde(rename = "move")]
    pub best: Option<String>,
    /// Principal variation of the reported iteration in SAN, as far as it is in the stored tree.
    pub variation: Option<String>,
    /// Clocks at the end of the reported iteration.
    pub iteration_cycles: u64,
}

impl Outcome {
    /// Summarises a run of `cycles` clocks; `solution` is the index of the iteration that solved the position, if any.
    pub fn new(problem: &Problem, solution: Option<usize>, iterations: &[IterationRecord], cycles: u64) -> Self {
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let mut outcome = Self {
            number: problem.number,
            id: problem.name(),
            fen: problem.position.to_fen(),
            best_moves: some(&problem.solution_text),
            avoid_moves: some(&problem.avoid_text),
            note: problem.note.clone(),
            cycles,
            table1_seconds: problem.table1,
            footnote: problem.footnote,
            quiz: problem.quiz,
            place: problem.place,
            ..Self::default()
        };
        outcome.judge(solution, iterations);
        outcome
    }

    /// Sets which iteration solved the position, if any. If another iteration had solved it and none does now, the
    /// cycles of the whole run are unknown: they are replaced by those up to the end of the last iteration.
    pub fn judge(&mut self, solution: Option<usize>, iterations: &[IterationRecord]) {
        let solution = solution.and_then(|at| iterations.get(at));
        if self.solved {
            self.cycles = iterations.last().map_or(self.cycles, |last| last.cycles);
        }
        self.solved = solution.is_some();
        self.seconds = solution.map(|iteration| iteration.seconds);
        self.cycles = solution.map_or(self.cycles, |iteration| iteration.cycles);
        if let Some(reported) = solution.or(iterations.last()) {
            self.nodes = reported.nodes;
            self.iteration_cycles = reported.cycles;
            self.depth = Some(reported.depth);
            self.value = Some(reported.value);
            self.best.clone_from(&reported.best);
            self.variation = reported.line();
        }
    }

    /// Returns the seconds as in Table 1: rounded up to a whole number, at least 1.
    pub fn whole_seconds(&self) -> Option<u32> {
        self.seconds.map(|seconds| rounded_up(seconds, 1.0) as u32)
    }
}

/// Scales seconds and rounds them up as in Table 1: to a whole number, at least 1.
pub fn rounded_up(seconds: f64, scale: f64) -> f64 {
    (seconds * scale).ceil().max(1.0)
}
