//! `bcp verify`: the Z8000 program against the Rust reference.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::Result;
use bcp_reference::constants::MAX_DEPTH;
use bcp_reference::search::{NodeLimit, Searcher, Version};
use clap::Args;

use crate::clock::Clock;
use crate::engine::{Answer, Engine, Iteration};
use crate::interrupt::{self, Interrupt};
use crate::options::{Replacements, Variant, seconds};
use crate::program::Program;
use crate::runs;
use crate::suite::{Problem, Selection};
use crate::trace;
use crate::tree::{Entry, Layout};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Positions to compare, as 1-20 or 1,5,7-9; all where it is left out.
    #[arg(long, value_name = "LIST")]
    positions: Option<Selection>,
    /// Emulated seconds for each position.
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    limit_seconds: f64,
    /// Clock of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Threads; 0 for all cores.
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// Where iterations differ, search again and name the first node that does.
    #[arg(long)]
    trace: bool,
    #[command(flatten)]
    replacements: Replacements,
}

/// What the comparison of a position says.
struct Compared {
    number: u32,
    fen: String,
    iterations: usize,
    nodes: u32,
    /// Entries of stored trees compared.
    entries: usize,
    /// Most entries in use at once, the root's included.
    most: usize,
    difference: Option<Difference>,
}

/// The first iteration that differs.
struct Difference {
    depth: u8,
    z8000: String,
    reference: String,
}

pub(crate) fn verify(arguments: &Arguments) -> Result<ExitCode> {
    let program = arguments.replacements.program()?;
    let problems = arguments.replacements.problems(arguments.positions.as_ref())?;
    let variant = arguments.replacements.variant()?;
    let interrupt = Interrupt::listen()?;
    let limit = arguments.clock.clocks(arguments.limit_seconds);
    let results = runs::each(&problems, arguments.jobs, "positions", &interrupt, |problem| {
        compare(&program, problem, variant, limit, &interrupt)
    })?;
    let mut out = stdout().lock();
    let mut differences = 0;
    for result in &results {
        let Some(difference) = &result.difference else {
            continue;
        };
        differences += 1;
        writeln!(out, "position {} differs at depth {}:", result.number, difference.depth)?;
        writeln!(out, "  Z8000      {}", difference.z8000)?;
        writeln!(out, "  reference  {}", difference.reference)?;
        if arguments.trace {
            let first = trace::first_difference(&program, variant, &result.fen, difference.depth)?;
            writeln!(out, "{first}")?;
        }
    }
    let iterations: usize = results.iter().map(|result| result.iterations).sum();
    let nodes: u64 = results.iter().map(|result| u64::from(result.nodes)).sum();
    writeln!(
        out,
        "{} positions, {iterations} iterations, {nodes} nodes compared: {differences} differ",
        results.len()
    )?;
    let most = results.iter().map(|result| result.most).max().unwrap_or(0);
    if most > 0 {
        let entries: usize = results.iter().map(|result| result.entries).sum();
        writeln!(
            out,
            "{entries} entries of stored trees compared; at most {most} of {} in use",
            variant.readings.tree_entries
        )?;
    }
    if let Some(status) = interrupt::missing(results.len(), problems.len()) {
        return Ok(status);
    }
    Ok(if differences == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Clocks between two looks at Ctrl-C.
const SLICE: u64 = 100_000_000;

/// Compares the iterations that the Z8000 completes within the limit; nothing if interrupted.
fn compare(
    program: &Program,
    problem: &Problem,
    variant: Variant,
    limit: u64,
    interrupt: &Interrupt,
) -> Result<Option<Compared>> {
    let mut engine = Engine::new(program);
    engine.set_position(&problem.fen)?;
    engine.search(MAX_DEPTH);
    let layout = (variant.version == Version::Stored)
        .then(|| Layout::of(program))
        .transpose()?;
    let nodes = program.address("nodes")?;
    let unlimited = NodeLimit(u32::MAX);
    let mut searcher = variant.searcher(problem.position.clone(), unlimited);
    let mut reference = searcher.search(MAX_DEPTH);
    let mut compared = Compared {
        number: problem.number,
        fen: problem.fen.clone(),
        iterations: 0,
        nodes: 0,
        entries: 0,
        most: 0,
        difference: None,
    };
    loop {
        let slice = limit.min(engine.cycles().saturating_add(SLICE));
        let z8000 = match engine.next(slice)? {
            Answer::Iteration(iteration) => iteration,
            Answer::Done => {
                // Both must end here.
                if let Some(more) = reference.next() {
                    compared.difference = Some(Difference {
                        depth: more.depth,
                        z8000: "done".to_owned(),
                        reference: more.to_string(),
                    });
                }
                return Ok(Some(compared));
            }
            Answer::Limit if engine.cycles() >= limit => {
                if !variant.readings.count_ordering {
                    // The count may hold nodes of a search that it will be set back after.
                    return Ok(Some(compared));
                }
                // An iteration that the reference completes with fewer nodes should have ended.
                let counted = engine.memory().data_long(nodes);
                reference.searcher().observer_mut().0 = counted;
                if let Some(missed) = reference.next().filter(|next| next.nodes < counted) {
                    compared.difference = Some(Difference {
                        depth: missed.depth,
                        z8000: format!("no end after {counted} nodes"),
                        reference: missed.to_string(),
                    });
                }
                return Ok(Some(compared));
            }
            Answer::Limit if interrupt.requested() => return Ok(None),
            Answer::Limit => continue,
        };
        let (ours, theirs) = (line(&z8000), reference.next().map(|next| next.to_string()));
        if theirs.as_ref() != Some(&ours) {
            compared.difference = Some(Difference {
                depth: z8000.depth,
                z8000: ours,
                reference: theirs.unwrap_or_else(|| "done".to_owned()),
            });
            return Ok(Some(compared));
        }
        if let Some(layout) = &layout {
            let difference = compare_trees(&engine, layout, reference.searcher(), &mut compared)?;
            if let Some(difference) = difference {
                compared.difference = Some(Difference {
                    depth: z8000.depth,
                    ..difference
                });
                return Ok(Some(compared));
            }
        }
        compared.iterations += 1;
        compared.nodes = z8000.nodes;
    }
}

/// Compares the stored trees: the first entry that differs.
fn compare_trees(
    engine: &Engine,
    layout: &Layout,
    reference: &Searcher<NodeLimit>,
    compared: &mut Compared,
) -> Result<Option<Difference>> {
    let z8000 = layout.entries(engine.memory())?;
    let expected: Vec<Entry> = reference.stored_moves().iter().map(Entry::expected).collect();
    compared.entries += z8000.len();
    compared.most = compared.most.max(z8000.len() + 1);
    let length = z8000.len().max(expected.len());
    let different = (0..length).find(|&at| z8000.get(at) != expected.get(at));
    let told = |list: &[Entry], at: usize| match list.get(at) {
        Some(entry) => format!("entry {at} of the tree: {entry:?}"),
        None => format!("a tree of {at} entries"),
    };
    Ok(different.map(|at| Difference {
        depth: 0,
        z8000: told(&z8000, at),
        reference: told(&expected, at),
    }))
}

/// As the program reported it: depth, value, move, nodes.
fn line(iteration: &Iteration) -> String {
    let best = iteration.best.as_deref().unwrap_or("-");
    format!("{} {} {best} {}", iteration.depth, iteration.value, iteration.nodes)
}
