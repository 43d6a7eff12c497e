//! `bcp-lab fifteenth`: the effort of the stored tree compared with that of a full-width search with a table (Beal
//! 1990, section 7).
//!
//! The paper counts positions in which moves are listed for its program and positions visited for BELLE, and finds a
//! fifteenth of the effort. Here, both counts are given for both searches.

use std::cell::Cell;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use bcp_chess::bootstrap::{Margin, margin};
use bcp_laboratory::chess::Chess;
use bcp_laboratory::game::INFINITY;
use bcp_laboratory::null_move::{ChessSearcher, Settings};
use bcp_laboratory::quiescence::{BestMoves, Captures, FullWidth, Tactics};
use bcp_laboratory::values;
use bcp_reference::constants::{MATES, MAX_DEPTH};
use bcp_reference::search::{Event, Observer, Searcher as Stored};
use bcp_suite::{Finding, Interrupt, Judge, Problem, Suite};
use clap::Args;
use cli::{Column, Table, grouped};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::chosen::PositionChoice;
use crate::printing::{self, Text};
use crate::running::{Running, limits};

/// The paper's figures: a fifteenth, with 273 of the 300 positions solved.
const PAPER: (f64, f64) = (15.0, 0.91);

/// Positions per second of the paper's program and of BELLE, one second of which counts as a hundred: "about 160,000
/// versus about 1500". They convert efforts to the Z8000 seconds that the rule of Table 1 uses.
const PACE: (f64, f64) = (1500.0, 160_000.0 / 100.0);

/// The shares of positions solved at which efforts are compared.
const SHARES: [f64; 9] = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, PAPER.1];

#[derive(Args)]
pub(crate) struct Arguments {
    /// Maximum number of positions that a search visits, 1000 to 10000000000.
    #[arg(
        long, value_name = "N", default_value_t = 20_000_000,
        value_parser = clap::value_parser!(u64).range(1000..=10_000_000_000)
    )]
    limit_nodes: u64,
    /// Search to compare with the stored tree. It uses a transposition table, and is named as in `bcp-lab compare`;
    /// `none` is full-width search.
    #[arg(long, value_name = "SEARCH", default_value = "none")]
    against: Settings,
    #[command(flatten)]
    chosen: PositionChoice,
    #[command(flatten)]
    running: Running,
}

/// The efforts needed to solve a position; empty if it was not solved.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Effort {
    position: u32,
    stored_lists: Option<u64>,
    stored_visited: Option<u64>,
    full_lists: Option<u64>,
    full_visited: Option<u64>,
}

/// The cost of a search: lists of moves made, and positions visited.
#[derive(Debug, Clone, Copy)]
struct Cost {
    lists: u64,
    visited: u64,
}

pub(crate) fn fifteenth(arguments: &Arguments) -> Result<ExitCode> {
    let (problems, made_from) = arguments.chosen.solvable(|| Suite::unbroken(None))?;
    let options = json!({ "nodes": arguments.limit_nodes, "against": arguments.against.to_string() });
    let settings = printing::Settings::new("bcp-lab fifteenth", [options, made_from]);
    let one = |problem: &Problem, interrupt: &Interrupt| {
        let stored = stored(problem, arguments.limit_nodes, interrupt.as_ref());
        let full = full_width(problem, arguments, interrupt);
        let effort = Effort {
            position: problem.number,
            stored_lists: stored.map(|cost| cost.lists),
            stored_visited: stored.map(|cost| cost.visited),
            full_lists: full.map(|cost| cost.lists),
            full_visited: full.map(|cost| cost.visited),
        };
        // A position that Ctrl-C left unsolved does not count.
        Ok((!interrupt.requested()).then_some(effort))
    };
    let results = arguments.running.run("positions", settings, problems, one)?;
    results.print(&results.all, |out| print(out, &results.all, arguments))
}

/// Counts what the stored program visits: positions of the second order, of capture trees, and after checks.
struct Visits<'a> {
    visited: Cell<u64>,
    limit: u64,
    stop: &'a AtomicBool,
}

impl Observer for Visits<'_> {
    fn event(&self, event: Event) {
        // A node at the horizon is counted when its capture search visits it.
        let visits = matches!(
            event,
            Event::Node { depth: 1.., .. } | Event::Captures { .. } | Event::Check { .. }
        );
        self.visited.set(self.visited.get() + u64::from(visits));
    }

    fn stop(&self, _nodes: u32) -> bool {
        self.visited.get() >= self.limit || self.stop.load(Ordering::Relaxed)
    }
}

/// Searches with the stored tree of the reconstruction.
fn stored(problem: &Problem, limit: u64, stop: &AtomicBool) -> Option<Cost> {
    let visits = Visits {
        // Iteration 0 visits the root; no other iteration visits a depth of 0.
        visited: Cell::new(1),
        limit,
        stop,
    };
    let mut searcher = Stored::new(problem.position.clone()).observed(&visits);
    let mut judged = JudgedIterations::new(problem);
    for iteration in searcher.search(MAX_DEPTH) {
        let is_mate = iteration.value >= MATES;
        let finding = Finding {
            best: iteration.best,
            value: iteration.value,
            is_mate,
            // The stored tree gives no best move for a mate in one.
            mates_at_once: is_mate && iteration.best.is_none(),
            seconds: f64::from(iteration.nodes) / PACE.0,
        };
        let cost = Cost { lists: iteration.nodes.into(), visited: visits.visited.get() };
        if judged.see(finding, cost) {
            break;
        }
    }
    judged.cost()
}

/// Searches full width with a table, or with another search if one is requested.
fn full_width(problem: &Problem, arguments: &Arguments, interrupt: &Interrupt) -> Option<Cost> {
    let limits = limits(arguments.limit_nodes, interrupt);
    let mut judged = JudgedIterations::new(problem);
    judged.see(captures(problem), Cost { lists: 0, visited: 0 });
    let mut searcher = ChessSearcher::new(Chess::from(&problem.position), arguments.against, limits);
    searcher.deepen_while(values::MAX_DEPTH, &mut |iteration| {
        let is_mate = iteration.value >= <Chess as bcp_laboratory::ChessLike>::MATES;
        let pawns = (f64::from(iteration.value) / 100.0).round() as i16;
        let win = values::WIN as i16;
        let finding = Finding {
            best: Some(iteration.best.into()),
            value: if is_mate { win } else { pawns.max(-win) },
            is_mate,
            mates_at_once: false,
            seconds: iteration.statistics.nodes as f64 / PACE.1,
        };
        let cost = Cost { lists: iteration.statistics.lists, visited: iteration.statistics.nodes };
        !judged.see(finding, cost)
    });
    judged.cost()
}

/// Returns the gain found by a search of only captures, which the rule of Table 1 needs.
fn captures(problem: &Problem) -> Finding {
    let mut game = Tactics::new(problem.position.clone());
    let mut search = FullWidth::new(Captures, BestMoves::default());
    Finding {
        best: None,
        value: search.search(&mut game, -INFINITY, INFINITY, 0) as i16,
        is_mate: false,
        mates_at_once: false,
        seconds: 0.0,
    }
}

/// Iterations with their costs, as the rule of Table 1 judges them.
struct JudgedIterations<'p> {
    judge: Judge<'p>,
    costs: Vec<Cost>,
    /// End of the last iteration, in Z8000 seconds.
    seconds: f64,
}

impl<'p> JudgedIterations<'p> {
    fn new(problem: &'p Problem) -> Self {
        Self { judge: Judge::new(problem), costs: Vec::new(), seconds: 0.0 }
    }

    /// Adds an iteration. Returns true when no further iteration is needed.
    fn see(&mut self, finding: Finding, cost: Cost) -> bool {
        self.costs.push(cost);
        self.seconds = finding.seconds;
        self.judge.see(finding)
    }

    fn cost(&self) -> Option<Cost> {
        self.costs.get(self.judge.solution(self.seconds)?).copied()
    }
}

/// Selects the effort in one currency: lists of moves, or positions.
type Currency = fn(&Effort) -> Option<u64>;

/// Returns the smallest effort within which `solved` positions are solved; `None` if fewer are.
fn within(efforts: &[&Effort], solved: usize, currency: Currency) -> Option<u64> {
    let mut all: Vec<u64> = efforts.iter().filter_map(|effort| currency(effort)).collect();
    all.sort_unstable();
    all.get(solved.checked_sub(1)?).copied()
}

/// Returns how many times the stored tree's effort full width needs to solve as many positions.
fn ratio(efforts: &[&Effort], solved: usize, full: Currency, stored: Currency) -> Option<f64> {
    let (full, stored) = (within(efforts, solved, full)?, within(efforts, solved, stored)?);
    Some(full as f64 / stored.max(1) as f64)
}

/// The currencies that are compared, each for full width and for the stored tree.
const CURRENCIES: [(&str, Currency, Currency); 3] = [
    ("visited / lists", |e| e.full_visited, |e| e.stored_lists),
    ("visited", |e| e.full_visited, |e| e.stored_visited),
    ("lists", |e| e.full_lists, |e| e.stored_lists),
];

fn print(out: &mut Text, efforts: &[Effort], arguments: &Arguments) {
    let all: Vec<&Effort> = efforts.iter().collect();
    let solved = |currency: Currency| efforts.iter().filter(|effort| currency(effort).is_some()).count();
    out.line(format_args!(
        "{} test positions; within {} positions visited, {} are solved by the stored tree and {} by {}",
        efforts.len(),
        grouped(arguments.limit_nodes),
        solved(|e| e.stored_lists),
        solved(|e| e.full_visited),
        arguments.against
    ));
    out.line("effort needed to solve the number in the first column, and the ratio of efforts with its margin\n");
    let columns = ["stored: lists", "visited", "full width: lists", "visited"].map(Column::right);
    let ratios = CURRENCIES.map(|(name, _, _)| Column::right(name));
    let mut table = Table::new(std::iter::once(Column::right("solved")).chain(columns).chain(ratios));
    for share in SHARES {
        let count = |positions: usize| (share * positions as f64).round() as usize;
        let number = |currency| within(&all, count(all.len()), currency).map_or_else(|| "-".to_owned(), grouped);
        let mut cells = vec![format!("{} ({:.0} %)", count(all.len()), 100.0 * share)];
        cells.extend([
            number(|e| e.stored_lists),
            number(|e| e.stored_visited),
            number(|e| e.full_lists),
            number(|e| e.full_visited),
        ]);
        for (_, full, stored) in CURRENCIES {
            let of = |efforts: &[&Effort]| ratio(efforts, count(efforts.len()), full, stored);
            let interval = margin(all.len(), |places| {
                let drawn: Vec<&Effort> = places.iter().map(|place| all[*place]).collect();
                of(&drawn).unwrap_or(f64::NAN)
            });
            cells.push(cell(of(&all), interval));
        }
        table.row(cells);
    }
    out.table(&table);
    out.line(format_args!(
        "\nthe paper: visited / lists {:.0} with {:.0}% solved; low..high: 95% bootstrap interval; -: some \
         samples solve fewer positions",
        PAPER.0,
        100.0 * PAPER.1
    ));
}

fn cell(ratio: Option<f64>, interval: Option<Margin>) -> String {
    match (ratio, interval) {
        (Some(ratio), Some(margin)) => format!("{ratio:.1} {margin:.1}"),
        (Some(ratio), None) => format!("{ratio:.1} -"),
        (None, _) => "-".to_owned(),
    }
}
