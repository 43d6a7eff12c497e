//! Searching a position until it is solved and the solution is confirmed, or until the limit.

use std::sync::atomic::AtomicBool;

use anyhow::Result;
use bcp_chess::Position;
use bcp_suite::{Judge, Problem, Suite};
use z8000::machine::Clock;

use super::iteration::IterationRecord;
use super::outcome::Outcome;
use super::provenance::{Provenance, Settings};
use super::record::Record;
use crate::iteration::{Iteration, is_final};
use crate::program::Program;
use crate::search::{Limits, Progress, Search};
use crate::stored_tree::StoredTree;
use crate::variation::{san, variation};

/// A search whose iterations are judged.
#[derive(Debug)]
pub struct JudgedSearch<'l> {
    search: Search<'l>,
    /// The layout of the stored tree; `None` for the simple version, which has no tree.
    tree: Option<StoredTree>,
    clock: Clock,
    problem: Option<Problem>,
    /// True to continue after a solution of the problem is confirmed.
    to_limit: bool,
    /// The iterations so far.
    pub iterations: Vec<Iteration>,
    /// The same iterations, as stored in results.
    pub records: Vec<IterationRecord>,
    /// True if the search has ended because the position is solved.
    pub solved: bool,
}

impl<'l> JudgedSearch<'l> {
    /// Starts the search of a position, which ends when a solution of the problem is confirmed.
    ///
    /// # Errors
    ///
    /// The program rejects the position.
    pub fn start(
        program: &Program,
        clock: Clock,
        position: &Position,
        problem: Option<&Problem>,
        limits: Limits<'l>,
    ) -> Result<Self> {
        Ok(Self {
            search: Search::start(program, position, limits)?,
            tree: StoredTree::find(&|name| program.symbol(name)),
            clock,
            problem: problem.cloned(),
            to_limit: false,
            iterations: Vec::new(),
            records: Vec::new(),
            solved: false,
        })
    }

    /// Runs the search to the end of its next iteration, to its end or to a limit.
    ///
    /// # Errors
    ///
    /// The program fails.
    #[expect(clippy::should_implement_trait, reason = "as for a search")]
    pub fn next(&mut self) -> Result<Progress> {
        let progress = self.search.next()?;
        if let Progress::Iteration(iteration) = progress {
            self.records.push(self.record(&iteration));
            self.iterations.push(iteration);
            let decided = |judge: Judge<'_>| judge.solution(self.clock.seconds(iteration.cycles)).is_some();
            if !self.to_limit && self.judge().is_some_and(decided) {
                self.solved = true;
                return Ok(Progress::Done);
            }
        }
        Ok(progress)
    }

    /// Runs the search to its end or to a limit, and returns the reason. `told` is called for each iteration.
    ///
    /// # Errors
    ///
    /// The program fails, or `told` does.
    pub fn run(&mut self, told: impl Fn(&IterationRecord) -> Result<()>) -> Result<Progress> {
        loop {
            let (known, progress) = (self.records.len(), self.next()?);
            self.records[known..].iter().try_for_each(&told)?;
            if !matches!(progress, Progress::Iteration(_)) {
                return Ok(progress);
            }
        }
    }

    /// Returns the judge of the problem after it has seen all iterations.
    fn judge(&self) -> Option<Judge<'_>> {
        let mut judge = Judge::new(self.problem.as_ref()?);
        for record in &self.records {
            judge.see(record.finding(self.search.position()));
        }
        Some(judge)
    }

    /// Returns the result of a suite position after the search has ended for this reason; `None` for any other
    /// position.
    pub fn result(&self, end: Progress) -> Option<Outcome> {
        let (search, last) = (&self.search, self.iterations.last());
        let is_over = end == Progress::Done && last.is_some_and(|last| is_final(last.depth, last.value));
        let known = if is_over { u64::MAX } else { search.cycles() };
        let solution = self.judge()?.solution(self.clock.seconds(known.min(search.limit())));
        Some(Outcome::new(
            self.problem.as_ref()?,
            solution,
            &self.records,
            search.cycles(),
        ))
    }

    /// Returns the instructions executed and the clocks spent since the board was switched on.
    pub fn work(&self) -> (u64, u64) {
        (self.search.instructions(), self.search.clocks())
    }

    /// Makes the record of an iteration that has just ended.
    fn record(&self, iteration: &Iteration) -> IterationRecord {
        let search = &self.search;
        let (position, memory, tree) = (search.position(), search.memory(), self.tree.as_ref());
        let (lists, listed) = tree.map(|tree| tree.lists(memory)).unwrap_or_default();
        let mates = iteration.mates(position).into_iter();
        IterationRecord {
            depth: iteration.depth,
            value: iteration.value,
            best: iteration.named(position).and_then(|best| position.san(best)),
            mates: mates.filter_map(|m| position.san(m)).collect(),
            nodes: iteration.nodes,
            cycles: iteration.cycles,
            instructions: search.instructions(),
            seconds: self.clock.seconds(iteration.cycles),
            variation: san(position, &variation(tree, memory, position, iteration)),
            lists,
            listed,
        }
    }
}

/// A program, and the settings with which it searches the positions of a run.
#[derive(Debug)]
pub struct Attempt {
    program: Program,
    clock: Clock,
    /// The origin of the results: program, suite and settings.
    pub run: Provenance,
}

impl Attempt {
    /// Prepares to run problems of a suite.
    ///
    /// # Errors
    ///
    /// The settings cannot be written as JSON.
    pub fn new(program: Program, suite: &Suite, clock: Clock, settings: Settings) -> Result<Self> {
        let run = Provenance::new(suite, &program, settings)?;
        Ok(Self { program, clock, run })
    }

    /// Starts the search of a position, which is stopped as soon as `stop` is set.
    ///
    /// # Errors
    ///
    /// The program rejects the position.
    pub fn start<'l>(&self, problem: &Problem, stop: &'l AtomicBool) -> Result<JudgedSearch<'l>> {
        let cycles = self.clock.clocks(self.run.set.limit_seconds);
        let limits = Limits { cycles, stop: Some(stop), ..Limits::default() };
        let search = JudgedSearch::start(&self.program, self.clock, &problem.position, Some(problem), limits)?;
        Ok(JudgedSearch { to_limit: self.run.set.to_limit, ..search })
    }

    /// Returns the result of a search that has ended for this reason; `None` if it was stopped.
    pub fn record(&self, search: JudgedSearch<'_>, end: Progress) -> Option<Record> {
        let result = search.result(end).filter(|_| end != Progress::Stopped)?;
        Some(Record { result, iterations: search.records, run: self.run.clone() })
    }
}
