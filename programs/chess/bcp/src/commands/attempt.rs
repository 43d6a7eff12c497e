//! A position, run until it is solved and confirmed, or to the limit.

use anyhow::Result;
use bcp_driver::{Iteration, Limits, Program, Progress, Search, StoredTree, san, variation};
use bcp_reference::search::Version;
use bcp_suite::interrupt::Interrupt;
use bcp_suite::{Judge, Problem, Suite};
use z8000::board::Clock;

use crate::judgement::{Outcome, finding};
use crate::results::{IterationRecord, Provenance, Record, Settings};

/// How positions are run.
#[derive(Debug)]
pub(crate) struct Attempt {
    program: Program,
    tree: Option<StoredTree>,
    clock: Clock,
    /// Clocks after which a position is given up.
    limit: u64,
    /// The sources of the results.
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
            tree: stored_tree(&program, version),
            clock,
            limit: clock.clocks(settings.limit_seconds),
            run: Provenance::new(suite, &program, settings)?,
            program,
        })
    }

    /// Runs a position, as far as its result needs or to the limit; nothing if interrupted.
    pub(crate) fn run(&self, problem: &Problem, interrupt: &Interrupt) -> Result<Option<Record>> {
        let limits = Limits {
            cycles: self.limit,
            stop: Some(interrupt.as_ref()),
            ..Limits::default()
        };
        let mut search = Search::start(&self.program, &problem.position, limits)?;
        let mut judge = Judge::new(problem);
        let mut iterations = Vec::new();
        let mut records = Vec::new();
        loop {
            match search.next()? {
                Progress::Iteration(iteration) => {
                    records.push(record(self.tree.as_ref(), self.clock, &search, &iteration));
                    iterations.push(iteration);
                    if judge.see(finding(&problem.position, &iteration)) && !self.run.set.to_limit {
                        break;
                    }
                }
                Progress::Done | Progress::Limit => break,
                Progress::Stopped => return Ok(None),
            }
        }
        Ok(Some(Record {
            result: Outcome::new(problem, judge.solution(), &iterations, search.cycles(), self.clock),
            id: problem.id.clone(),
            fen: problem.position.to_fen(),
            best_moves: problem.solution_text.clone(),
            avoid_moves: problem.avoid_text.clone(),
            note: problem.note.clone(),
            iterations: records,
            shard: None,
            run: self.run.clone(),
        }))
    }
}

/// Where a program keeps its tree; none in the simple version.
pub(super) fn stored_tree(program: &Program, version: Version) -> Option<StoredTree> {
    match version {
        Version::Stored => StoredTree::find(&|name| program.symbol(name)),
        Version::Simple => None,
    }
}

/// Makes the record of an iteration that has just ended.
pub(super) fn record(
    tree: Option<&StoredTree>,
    clock: Clock,
    search: &Search<'_>,
    iteration: &Iteration,
) -> IterationRecord {
    let (position, memory) = (search.position(), search.memory());
    let mates = iteration.mates(position);
    let (lists, listed) = tree.map(|tree| tree.lists(memory)).unwrap_or_default();
    IterationRecord {
        depth: iteration.depth,
        value: iteration.value,
        best: iteration.named(position).and_then(|best| position.san(best)),
        mates: mates.into_iter().filter_map(|m| position.san(m)).collect(),
        nodes: iteration.nodes,
        cycles: iteration.cycles,
        instructions: search.instructions(),
        seconds: clock.seconds(iteration.cycles),
        variation: san(position, &variation(tree, memory, position, iteration)),
        lists,
        listed,
    }
}
