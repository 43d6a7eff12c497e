//! `bcp lab effort`: nodes to solution, second-order quiescence beside full width (section 7 of the paper).

use std::fmt::Write;
use std::process::ExitCode;

use anyhow::Result;
use bcp_chess::Move;
use bcp_laboratory::game::Value;
use bcp_laboratory::quiescence::{BestMoves, Captures, Deepening, FullWidth, QuiesceD, SeeFinish, Tactics};
use bcp_laboratory::values::{MATES, MAX_DEPTH};
use bcp_laboratory::{Counted, Limits};
use bcp_suite::interrupt::Interrupt;
use bcp_suite::{Finding, Judge, Problem};
use clap::Args;
use cli::{Column, Table};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::super::chosen::Chosen;
use super::super::printing::{self, Printing, Sample, Text};
use super::super::streaming::Streaming;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Nodes after which a position is given up.
    #[arg(
        long, value_name = "N", default_value_t = 1_000_000,
        value_parser = clap::value_parser!(u64).range(1000..=1_000_000_000)
    )]
    nodes: u64,
    #[command(flatten)]
    chosen: Chosen,
    #[command(flatten)]
    streaming: Streaming,
    #[command(flatten)]
    printing: Printing,
}

/// Nodes to solution, where it was solved: second-order quiescence, and full width.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Effort {
    position: u32,
    quiescence: Option<u64>,
    full_width: Option<u64>,
}

pub(crate) fn effort(arguments: &Arguments) -> Result<ExitCode> {
    let problems = arguments.chosen.problems()?;
    let interrupt = Interrupt::listen()?;
    let run = |problem: &Problem| {
        let limits = Limits {
            nodes: arguments.nodes,
            stop: Some(interrupt.as_ref()),
        };
        let effort = Effort {
            position: problem.number,
            quiescence: quiescence(problem, limits),
            full_width: full_width(problem, limits),
        };
        // What was not solved because of Ctrl-C says nothing.
        Ok((!interrupt.requested()).then_some(effort))
    };
    let options = json!({ "nodes": arguments.nodes });
    let mut settings = printing::Settings::new("bcp lab effort", options);
    settings.add(arguments.chosen.provenance(&problems)?);
    let work = arguments.chosen.work(&interrupt, &settings);
    let number = |problem: &Problem| problem.number;
    let (efforts, missing) = arguments.streaming.each(&work, problems, number, run)?;
    let text = |out: &mut Text| print(out, &efforts, arguments.nodes);
    arguments
        .printing
        .print(&settings, Sample(efforts.len(), "positions"), &efforts, text)?;
    Ok(missing.unwrap_or(ExitCode::SUCCESS))
}

/// Second-order quiescence, depth after depth.
fn quiescence(problem: &Problem, limits: Limits<'_>) -> Option<u64> {
    let mut game = Counted::new(Tactics::new(problem.position.clone()), limits);
    let search = QuiesceD {
        evaluation: SeeFinish(Captures),
        ordering: BestMoves::default(),
    };
    let iterations = Deepening::new(&mut game, search, MAX_DEPTH.into()).to_the_end();
    judge(
        problem,
        iterations.map(|i| (i.depth, i.fat.value, i.best, i.statistics.nodes)),
    )
}

/// Full width over the same first order, depth after depth.
fn full_width(problem: &Problem, limits: Limits<'_>) -> Option<u64> {
    let mut game = Counted::new(Tactics::new(problem.position.clone()), limits);
    let mut search = FullWidth {
        evaluation: SeeFinish(Captures),
        ordering: BestMoves::default(),
    };
    let captures = {
        let mut game = Counted::new(Tactics::new(problem.position.clone()), limits);
        let bound = bcp_laboratory::game::INFINITY;
        search.search(&mut game, -bound, bound, 0)
    };
    let first = std::iter::once((0, captures, None, 0));
    let iterations = search.iterations(&mut game, MAX_DEPTH.into());
    judge(
        problem,
        first.chain(iterations.map(|i| (i.depth, i.value, i.best, i.statistics.nodes))),
    )
}

/// When a search has solved a position, by the rule of Table 1 with nodes in place of clocks.
fn judge(problem: &Problem, iterations: impl Iterator<Item = (u32, Value, Option<Move>, u64)>) -> Option<u64> {
    let mut judge = Judge::new(problem);
    let mut efforts = Vec::new();
    for (_, value, best, nodes) in iterations {
        efforts.push(nodes);
        let finding = Finding {
            best,
            value: value as i16,
            is_mate: value >= MATES,
            mates_at_once: false,
        };
        if judge.see(finding) {
            break;
        }
    }
    if efforts.is_empty() {
        return None;
    }
    efforts.get(judge.solution()?).copied()
}

fn print(out: &mut Text, efforts: &[Effort], limit: u64) -> Result<()> {
    writeln!(out, "nodes to solution; -: not solved within {limit} nodes\n")?;
    let columns = |first: &str| Table::new([first, "quiescence", "full width"].map(Column::right));
    let text = |nodes: Option<u64>| nodes.map_or_else(|| "-".to_owned(), |n| n.to_string());
    let mut table = columns("position");
    for effort in efforts {
        table.row([
            effort.position.to_string(),
            text(effort.quiescence),
            text(effort.full_width),
        ]);
    }
    out.table(&table);
    writeln!(out)?;
    let ours: Vec<u64> = efforts.iter().filter_map(|effort| effort.quiescence).collect();
    let theirs: Vec<u64> = efforts.iter().filter_map(|effort| effort.full_width).collect();
    let mut table = columns(&format!("solved of {} within", efforts.len()));
    for nodes in limits(limit) {
        let within = |list: &[u64]| list.iter().filter(|&&n| n <= nodes).count().to_string();
        table.row([nodes.to_string(), within(&ours), within(&theirs)]);
    }
    out.table(&table);
    conclude(out, efforts, ours, &theirs)
}

/// The effort at which quiescence has solved as many as full width, and how they compare where both solve.
fn conclude(out: &mut Text, efforts: &[Effort], mut ours: Vec<u64>, theirs: &[u64]) -> Result<()> {
    ours.sort_unstable();
    let solved = theirs.len();
    let as_many = solved.checked_sub(1).and_then(|at| ours.get(at));
    if let (Some(nodes), Some(most)) = (as_many, theirs.iter().max()) {
        writeln!(
            out,
            "\n{solved} are solved by full width within {most} nodes per position, as many by quiescence within {nodes}: \
             1/{:.1} of the effort; the paper: 1/15",
            *most as f64 / (*nodes).max(1) as f64
        )?;
    }
    let both = efforts.iter().filter_map(|effort| {
        let (ours, theirs) = (effort.quiescence?, effort.full_width?);
        Some((theirs.max(1) as f64 / ours.max(1) as f64).ln())
    });
    let ratios: Vec<f64> = both.collect();
    if !ratios.is_empty() {
        let mean = (ratios.iter().sum::<f64>() / ratios.len() as f64).exp();
        writeln!(
            out,
            "solved by both: {}; full width / quiescence, geometric mean of the nodes {mean:.2}",
            ratios.len()
        )?;
    }
    Ok(())
}

/// A thousand nodes, and ten times more each time up to the limit; the limit last.
fn limits(limit: u64) -> Vec<u64> {
    let mut list: Vec<u64> = std::iter::successors(Some(1000), |nodes: &u64| nodes.checked_mul(10))
        .take_while(|&nodes| nodes < limit)
        .collect();
    list.push(limit);
    list
}
