//! The complete result of a position: a line in a results file.

use anyhow::{Result, ensure};
use bcp_suite::results::{Line, sha256};
use bcp_suite::{Judge, Problem, RULE};
use serde::{Deserialize, Serialize};

use super::iteration::IterationRecord;
use super::outcome::Outcome;
use super::provenance::Provenance;
use crate::iteration::is_final;

/// A position, its outcome and the search that led to it. As JSON, described in `docs/reference/results-json.md`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The position and its outcome.
    #[serde(flatten)]
    pub result: Outcome,
    /// The iterations of the search.
    pub iterations: Vec<IterationRecord>,
    /// The origin of the result.
    pub run: Provenance,
}

impl Line for Record {
    type Key = u32;

    const SCHEMA: u32 = 4;

    fn key(&self) -> u32 {
        self.result.number
    }

    fn name(&self) -> String {
        format!("position {}", self.result.number)
    }

    fn same_run(&self, before: &Self) -> Result<()> {
        let (this, other, different) = (self.name(), before.name(), self.run.differences(&before.run).join("; "));
        ensure!(
            different.is_empty(),
            "{this} and {other} are from different runs: {different}"
        );
        Ok(())
    }

    fn sound(&self) -> Result<()> {
        ensure!(self.run.is_sound()?, "the hash does not match the settings");
        ensure!(
            self.run.set.criterion == sha256(RULE.as_bytes()),
            "{} was judged by a different rule for solved positions: repeat the run",
            self.name()
        );
        let clock = self.run.clock()?;
        let times = self.iterations.iter().map(|one| (one.seconds, one.cycles));
        let solution = self.result.seconds.map(|seconds| (seconds, self.result.cycles));
        for (seconds, cycles) in times.chain(solution) {
            ensure!(
                seconds == clock.seconds(cycles),
                "{seconds} seconds is not the time of {cycles} cycles at {} Hz",
                self.run.set.clock_hz
            );
        }
        ensure!(
            self.result.solved == self.result.seconds.is_some(),
            "`solved` and `seconds` contradict each other"
        );
        if let Some(reported) = self.reported() {
            let result = &self.result;
            let found = (reported.nodes, Some(reported.value), reported.cycles);
            ensure!(
                (result.nodes, result.value, result.iteration_cycles) == found,
                "the result does not match the iteration at depth {}",
                reported.depth
            );
        }
        Ok(())
    }
}

impl Record {
    /// Returns the problem, with the solutions by which the result was judged.
    ///
    /// # Errors
    ///
    /// The position or a solution cannot be read.
    pub fn problem(&self) -> Result<Problem> {
        let text = |moves: &Option<String>| moves.clone().unwrap_or_default();
        let Outcome { number, fen, best_moves, avoid_moves, .. } = &self.result;
        Problem::of_result(*number, fen, &text(best_moves), &text(avoid_moves))
    }

    /// Returns the judge of the problem after it has seen all iterations.
    pub fn judge<'p>(&self, problem: &'p Problem) -> Judge<'p> {
        let mut judge = Judge::new(problem);
        for iteration in &self.iterations {
            judge.see(iteration.finding(&problem.position));
        }
        judge
    }

    /// Returns the seconds up to which the program's behaviour is known: the limit, or the end of the last iteration if
    /// the search was ended as soon as a rule had decided.
    pub fn known(&self) -> f64 {
        let last = self.iterations.last();
        let to_limit =
            self.run.set.to_limit || !self.result.solved || last.is_some_and(|last| is_final(last.depth, last.value));
        match last {
            Some(last) if !to_limit => last.seconds,
            _ => self.run.set.limit_seconds,
        }
    }

    /// Checks that this is a result of `run`.
    ///
    /// # Errors
    ///
    /// It belongs to another run; the error names the difference.
    pub fn check(&self, run: &Provenance) -> Result<()> {
        let different = self.run.differences(run).join("; ");
        ensure!(
            different.is_empty(),
            "the file is from a run with different settings: {different}"
        );
        Ok(())
    }

    /// Returns the name of the position if it says more than its number.
    pub fn named(&self) -> Option<&str> {
        Some(&*self.result.id).filter(|id| *id != self.name())
    }

    /// Returns the mates in one that the program has seen; empty in other positions.
    pub fn mates(&self) -> &[String] {
        self.reported().map_or(&[], |iteration| &iteration.mates)
    }

    /// Returns the iteration that the result reports: the one that solved the position, or else the last.
    pub fn reported(&self) -> Option<&IterationRecord> {
        let depth = self.result.depth?;
        self.iterations.iter().find(|iteration| iteration.depth == depth)
    }
}
