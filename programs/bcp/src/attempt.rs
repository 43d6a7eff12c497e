//! A position, run until it is solved and confirmed, or to the limit.

use anyhow::Result;
use bcp_reference::constants::MAX_DEPTH;
use bcp_reference::search::Version;

use crate::clock::Clock;
use crate::criterion::Judge;
use crate::engine::{Answer, Engine, Iteration};
use crate::interrupt::Interrupt;
use crate::judged::Judged;
use crate::options::Replacements;
use crate::program::Program;
use crate::results::{Provenance, Record, Settings, Shard, Told};
use crate::suite::{Problem, Suite};
use crate::variation::{self, StoredTree};

/// Clocks between two looks at Ctrl-C.
const SLICE: u64 = 100_000_000;

/// How positions are run.
#[derive(Debug)]
pub(crate) struct Attempt {
    program: Program,
    tree: Option<StoredTree>,
    clock: Clock,
    /// Clocks after which a position is given up.
    limit: u64,
    /// What the results are made from.
    pub(crate) run: Provenance,
    pub(crate) shard: Option<Shard>,
}

impl Attempt {
    /// For all these problems of a suite, of which a shard may be run here.
    pub(crate) fn new(
        replacements: &Replacements,
        suite: &Suite,
        problems: &[Problem],
        clock: Clock,
        limit_seconds: f64,
        shard: Option<Shard>,
    ) -> Result<Self> {
        let program = replacements.program()?;
        let version = replacements.version();
        let settings = Settings::new(clock, limit_seconds, version, problems);
        Ok(Self {
            tree: match version {
                Version::Stored => StoredTree::of(&program),
                Version::Simple => None,
            },
            clock,
            limit: clock.clocks(limit_seconds),
            run: Provenance::new(suite, &program, settings)?,
            shard,
            program,
        })
    }

    /// Runs a position; nothing if interrupted.
    pub(crate) fn run(&self, problem: &Problem, interrupt: &Interrupt) -> Result<Option<Record>> {
        let mut engine = Engine::new(&self.program);
        engine.set_position(&problem.fen)?;
        engine.search(MAX_DEPTH);
        let mut judge = Judge::new(problem);
        let mut last = None;
        let mut iterations = Vec::new();
        loop {
            let slice = self.limit.min(engine.cycles().saturating_add(SLICE));
            match engine.next(slice)? {
                Answer::Iteration(iteration) => {
                    iterations.push(self.told(&engine, problem, &iteration));
                    let solved = judge.see(&iteration);
                    last = Some(iteration);
                    if solved {
                        break;
                    }
                }
                Answer::Done => break,
                Answer::Limit if engine.cycles() >= self.limit => break,
                Answer::Limit if interrupt.requested() => return Ok(None),
                Answer::Limit => {}
            }
        }
        let cycles = engine.cycles();
        Ok(Some(Record {
            result: Judged::new(problem, &judge, last.as_ref(), cycles, self.clock),
            id: problem.id.clone(),
            fen: problem.position.to_fen(),
            best_moves: problem.solution_text.clone(),
            avoid_moves: problem.avoid_text.clone(),
            note: problem.note.clone(),
            iterations,
            shard: self.shard,
            run: self.run.clone(),
        }))
    }

    fn told(&self, engine: &Engine, problem: &Problem, iteration: &Iteration) -> Told {
        let position = &problem.position;
        let best = iteration.best.as_deref();
        let best = best.and_then(|text| position.move_from_text(text));
        let moves = match &self.tree {
            Some(tree) => tree.variation(engine.memory(), position, iteration),
            None => best.into_iter().collect(),
        };
        let lists = self.tree.as_ref().map(|tree| tree.lists(engine.memory()));
        let (lists, listed) = lists.unwrap_or_default();
        Told {
            depth: iteration.depth,
            value: iteration.value,
            best: best.and_then(|best| position.san(best)),
            nodes: iteration.nodes,
            cycles: iteration.cycles,
            seconds: self.clock.seconds(iteration.cycles),
            variation: variation::san(position, &moves),
            lists,
            listed,
        }
    }
}
