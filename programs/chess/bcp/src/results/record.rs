//! The complete result of a position: a line in a results file.

use anyhow::{Context, Result, ensure};
use bcp_driver::is_final;
use bcp_suite::built_in::WIN_AT_CHESS;
use bcp_suite::results::{Line, sha256};
use bcp_suite::{Judge, Problem, unnamed};
use serde::{Deserialize, Serialize};

use super::iteration::IterationRecord;
use super::provenance::Provenance;
use crate::judgement::Outcome;

/// A position, its outcome and the search that led to it. As JSON, described in `docs/reference/results-json.md`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    #[serde(flatten)]
    pub(crate) result: Outcome,
    pub(crate) iterations: Vec<IterationRecord>,
    /// The part of a run, `3/40`, that is named in older lines of parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shard: Option<String>,
    pub(crate) run: Provenance,
    /// True if the line was originally judged by a rule for solved positions other than the current one.
    #[serde(skip)]
    pub(crate) judged_again: bool,
}

impl Line for Record {
    type Key = u32;

    /// 1: the format before lines had a number, and runs a build. 2: without the lines that were rejected. 3: without
    /// the fields of a row that had nothing, and without its variation.
    const SCHEMA: u32 = 4;

    fn key(&self) -> u32 {
        self.result.number
    }

    fn name(&self) -> String {
        format!("position {}", self.result.number)
    }

    fn upgraded(mut self) -> Self {
        let variation = self.reported().and_then(IterationRecord::line);
        let result = &mut self.result;
        result.variation = variation;
        result.best_moves = result.best_moves.take().filter(|moves| !moves.is_empty());
        if result.id.is_empty() {
            result.id = unnamed(result.number, self.run.suite == sha256(WIN_AT_CHESS.as_bytes()));
        }
        self
    }

    fn judged(mut self) -> Result<Self> {
        if self.run.is_present_rule() {
            return Ok(self);
        }
        let solution = self.judge_again().with_context(|| {
            format!(
                "{} was judged by a different rule for solved positions, and cannot be judged again: repeat the run",
                self.name()
            )
        })?;
        self.result.judge(solution, &self.iterations);
        self.run.set_present_rule()?;
        self.judged_again = true;
        Ok(self)
    }

    fn remark(&self) -> Option<&'static str> {
        let remark = "judged again by the current rule for solved positions, because the results were written under a \
                      different rule";
        self.judged_again.then_some(remark)
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
    /// The problem, with the solutions by which the result was judged.
    ///
    /// # Errors
    ///
    /// The position or a solution cannot be read.
    pub(crate) fn problem(&self) -> Result<Problem> {
        let text = |moves: &Option<String>| moves.clone().unwrap_or_default();
        let Outcome { number, fen, best_moves, avoid_moves, .. } = &self.result;
        Problem::of_result(*number, fen, &text(best_moves), &text(avoid_moves))
    }

    /// The judge of the problem, who has seen all iterations.
    pub(crate) fn judge<'p>(&self, problem: &'p Problem) -> Judge<'p> {
        let mut judge = Judge::new(problem);
        for iteration in &self.iterations {
            judge.see(iteration.finding(&problem.position));
        }
        judge
    }

    /// The seconds up to which the program's behaviour is known: the limit, or the end of the last iteration if the
    /// search was ended when a rule had decided.
    pub(crate) fn known(&self) -> f64 {
        let last = self.iterations.last();
        let to_limit =
            self.run.set.to_limit || !self.result.solved || last.is_some_and(|last| is_final(last.depth, last.value));
        match last {
            Some(last) if !to_limit => last.seconds,
            _ => self.run.set.limit_seconds,
        }
    }

    /// The iteration that solved the position by the present rule.
    ///
    /// # Errors
    ///
    /// The iterations end before the rule can decide.
    fn judge_again(&self) -> Result<Option<usize>> {
        let set = &self.run.set;
        ensure!(
            set.claimed_gains.is_none(),
            "the line does not contain the claimed gains"
        );
        let solution = self.judge(&self.problem()?).solution(self.known());
        ensure!(
            solution.is_some() || self.known() >= set.limit_seconds,
            "the search ended at depth {}, which is too early for the current rule to decide",
            self.iterations.last().map_or(0, |last| last.depth)
        );
        Ok(solution)
    }

    /// Checks that it is a result of `run`.
    ///
    /// # Errors
    ///
    /// It is of another run; the error names the difference.
    pub(crate) fn check(&self, run: &Provenance) -> Result<()> {
        let different = self.run.differences(run).join("; ");
        ensure!(
            different.is_empty(),
            "the file is from a run with different settings: {different}"
        );
        Ok(())
    }

    /// The name of the position, if it says more than its number.
    pub(crate) fn named(&self) -> Option<&str> {
        Some(&*self.result.id).filter(|id| *id != self.name())
    }

    /// Mates in one that the program has seen; empty in other positions.
    pub(crate) fn mates(&self) -> &[String] {
        self.reported().map_or(&[], |iteration| &iteration.mates)
    }

    /// The iteration that the result reports: the one that solved the position, or the last one.
    pub(crate) fn reported(&self) -> Option<&IterationRecord> {
        let depth = self.result.depth?;
        self.iterations.iter().find(|iteration| iteration.depth == depth)
    }
}
