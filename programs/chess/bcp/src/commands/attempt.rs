//! Running a position until it is solved and the solution is confirmed, or until the limit.

use anyhow::Result;
use bcp_chess::Position;
use bcp_driver::{Iteration, Limits, Program, Progress, Search, StoredTree, is_final, san, variation};
use bcp_reference::search::Version;
use bcp_suite::{Interrupt, Judge, Problem, Suite};
use z8000::machine::Clock;

use crate::judgement::Outcome;
use crate::results::{IterationRecord, Provenance, Record, Settings};

/// A program with its clock.
#[derive(Debug)]
pub(super) struct Runner {
    program: Program,
    /// The layout of the stored tree; `None` for the simple version, which has no tree.
    tree: Option<StoredTree>,
    clock: Clock,
}

/// A search that has ended.
pub(super) struct SearchResult {
    pub(super) iterations: Vec<Iteration>,
    pub(super) records: Vec<IterationRecord>,
    /// The result of a suite position; `None` for any other position.
    pub(super) result: Option<Outcome>,
    pub(super) end: Progress,
    /// True if the search ended because the position is solved.
    pub(super) solved: bool,
}

impl Runner {
    /// Prepares to run a version of the program.
    pub(super) fn new(program: Program, version: Version, clock: Clock) -> Self {
        let tree = match version {
            Version::Stored => StoredTree::find(&|name| program.symbol(name)),
            Version::Simple => None,
        };
        Self { program, tree, clock }
    }

    /// Starts the search of a position.
    pub(super) fn start<'l>(&self, position: &Position, limits: Limits<'l>) -> Result<Search<'l>> {
        Search::start(&self.program, position, limits)
    }

    /// Runs a search to its limits or, unless `to_limit` is set, until a solution of the problem is confirmed. `told`
    /// is called for each iteration.
    pub(super) fn run(
        &self,
        mut search: Search<'_>,
        problem: Option<&Problem>,
        to_limit: bool,
        told: impl Fn(&IterationRecord) -> Result<()>,
    ) -> Result<SearchResult> {
        let position = search.position().clone();
        let mut judge = problem.map(Judge::new);
        let (mut iterations, mut records) = (Vec::new(), Vec::new());
        let mut solved = false;
        let end = loop {
            let iteration = match search.next()? {
                Progress::Iteration(iteration) => iteration,
                end => break end,
            };
            let record = self.record(&search, &iteration);
            told(&record)?;
            let finding = record.finding(&position);
            records.push(record);
            iterations.push(iteration);
            if judge.as_mut().is_some_and(|judge| judge.see(finding)) && !to_limit {
                solved = true;
                break Progress::Done;
            }
        };
        let result = problem.zip(judge).map(|(problem, judge)| {
            let is_over =
                end == Progress::Done && iterations.last().is_some_and(|last| is_final(last.depth, last.value));
            let known = if is_over { u64::MAX } else { search.cycles() };
            let solution = judge.solution(self.clock.seconds(known.min(search.limit())));
            Outcome::new(problem, solution, &records, search.cycles())
        });
        Ok(SearchResult { iterations, records, result, end, solved })
    }

    /// Makes the record of an iteration that has just ended.
    fn record(&self, search: &Search<'_>, iteration: &Iteration) -> IterationRecord {
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

/// The settings with which the positions of a run are searched.
#[derive(Debug)]
pub(crate) struct Attempt {
    runner: Runner,
    /// Limit in clocks, after which a position counts as unsolved.
    limit: u64,
    /// The origin of the results: program, suite and settings.
    pub(crate) run: Provenance,
}

impl Attempt {
    /// Prepares to run problems of a suite.
    pub(crate) fn new(
        program: Program,
        version: Version,
        suite: &Suite,
        clock: Clock,
        settings: Settings,
    ) -> Result<Self> {
        Ok(Self {
            limit: clock.clocks(settings.limit_seconds),
            run: Provenance::new(suite, &program, settings)?,
            runner: Runner::new(program, version, clock),
        })
    }

    /// Runs a position as far as its result needs, or to the limit; `None` if interrupted.
    pub(crate) fn run(&self, problem: &Problem, interrupt: &Interrupt) -> Result<Option<Record>> {
        let limits = Limits { cycles: self.limit, stop: Some(interrupt.as_ref()), ..Limits::default() };
        let search = self.runner.start(&problem.position, limits)?;
        let searched = self
            .runner
            .run(search, Some(problem), self.run.set.to_limit, |_| Ok(()))?;
        let result = searched.result.filter(|_| searched.end != Progress::Stopped);
        Ok(result.map(|result| Record { result, iterations: searched.records, run: self.run.clone() }))
    }
}
