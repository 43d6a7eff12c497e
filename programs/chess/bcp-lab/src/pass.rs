//! `bcp-lab pass`: how often passing is better than the best move (Beal 1990, section 9).
//!
//! Null-move quiescence assumes that passing is hardly ever better. The paper says that the frequency could be
//! measured, but does not measure it. QUIESCE evaluates directly after the null move, and so does this command: by the
//! static value, as in the first order, and by a capture search, as in the second. It compares the result with the
//! value of the best move in a full-width search to a given depth.

use std::process::ExitCode;

use anyhow::Result;
use bcp_chess::bootstrap::{Margin, margin};
use bcp_chess::hash::{mix, nth};
use bcp_chess::{Kind, Position};
use bcp_laboratory::Game;
use bcp_laboratory::chess::Chess;
use bcp_laboratory::memory::Driver;
use bcp_laboratory::null_move::{ChessSearcher, Settings};
use bcp_suite::{Interrupt, Problem};
use clap::Args;
use cli::{Column, Table};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::chosen::PositionChoice;
use crate::printing::{self, Text};
use crate::running::{Running, limits};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Maximum depth to which the moves are searched, 1 to 10. The null move is evaluated statically and by a capture
    /// search.
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=10))]
    depth: u8,
    /// Number of positions, 0 to 100, to add for each position of the suite. Each is reached by two random moves.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(0..=100))]
    random_positions: u64,
    /// Seed for the random moves.
    #[arg(long, value_name = "N", default_value_t = 1990)]
    seed: u64,
    #[command(flatten)]
    chosen: PositionChoice,
    #[command(flatten)]
    running: Running,
}

/// Length, in plies, of the random walk from a suite position to each further position.
const MOVES: u64 = 2;

/// Returns the value of the null move by one evaluation.
type Null = fn(&Measurement) -> i32;

/// The names of the evaluations after the null move, with their values.
const EVALUATIONS: [(&str, Null); 2] = [("static", |one| one.evaluated), ("captures", |one| one.captures)];

/// The pieces of the side to play other than king and pawns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Pieces {
    None,
    One,
    TwoOrThree,
    More,
}

const KINDS: [(Pieces, &str); 4] = [
    (Pieces::None, "king and pawns"),
    (Pieces::One, "one piece"),
    (Pieces::TwoOrThree, "two or three"),
    (Pieces::More, "more"),
];

/// The result for a position at one depth: the values of the best move and, by each evaluation, of the null move, in
/// hundredths of a pawn for the side to play.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Measurement {
    position: u32,
    /// True for the position of the suite itself, false for one reached by random moves.
    suite: bool,
    pieces: Pieces,
    depth: u8,
    best: i32,
    evaluated: i32,
    captures: i32,
}

/// All measurements that come from one position of the suite.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Family {
    measured: Vec<Measurement>,
}

pub(crate) fn pass(arguments: &Arguments) -> Result<ExitCode> {
    let (problems, made_from) = arguments.chosen.problems()?;
    let options = json!({
        "depth": arguments.depth,
        "random": arguments.random_positions,
        "seed": arguments.seed,
    });
    let settings = printing::Settings::new("bcp-lab pass", [options, made_from]);
    let one = |problem: &Problem, interrupt: &Interrupt| {
        let family = family(problem, arguments, interrupt);
        Ok((!interrupt.requested()).then_some(family))
    };
    let results = arguments.running.run("positions", settings, problems, one)?;
    let rows: Vec<&Measurement> = results.all.iter().flat_map(|family| &family.measured).collect();
    results.print(&rows, |out| print(out, &results.all, arguments))
}

/// Measures a suite position and those reached from it by random moves, at all depths, where the side to play is not in
/// check and has a move.
fn family(problem: &Problem, arguments: &Arguments, interrupt: &Interrupt) -> Family {
    let seed = mix(arguments.seed ^ mix(problem.number.into()));
    let mut measured = Vec::new();
    for member in 0..=arguments.random_positions {
        let moves = if member == 0 { 0 } else { MOVES };
        let position = played(&problem.position, moves, nth(seed, member));
        if position.in_check() || position.legal_moves().is_empty() {
            continue;
        }
        let mut chess = Chess::from(&position);
        let best = values(chess.clone(), arguments.depth, interrupt);
        chess.make_null();
        let (evaluated, captures) = (-chess.evaluate(), -Driver::AlphaBeta.run(&mut chess, 0));
        for (depth, best) in (1..).zip(best) {
            measured.push(Measurement {
                position: problem.number,
                suite: member == 0,
                pieces: pieces(&position),
                depth,
                best,
                evaluated,
                captures,
            });
        }
    }
    Family { measured }
}

/// Returns the position after this many random moves, or fewer if the game ends.
fn played(position: &Position, moves: u64, seed: u64) -> Position {
    let mut position = position.clone();
    for number in 0..moves {
        let legal = position.legal_moves();
        let Some(place) = nth(seed, number).checked_rem(legal.len() as u64) else {
            break;
        };
        match position.play(legal[place as usize]) {
            Some(next) => position = next,
            None => break,
        }
    }
    position
}

/// Returns the values of a full-width search from depth 1; fewer if interrupted.
fn values(chess: Chess, depth: u8, interrupt: &Interrupt) -> Vec<i32> {
    let mut searcher = ChessSearcher::new(chess, Settings::FULL_WIDTH, limits(0, interrupt));
    searcher.deepen(depth).iter().map(|iteration| iteration.value).collect()
}

fn pieces(position: &Position) -> Pieces {
    let own = position.pieces(position.side_to_play());
    let pieces = own.filter(|piece| !matches!(piece.kind, Kind::King | Kind::Pawn));
    match pieces.count() {
        0 => Pieces::None,
        1 => Pieces::One,
        2 | 3 => Pieces::TwoOrThree,
        _ => Pieces::More,
    }
}

/// The number of positions, how many of them have a better null move, and by how many pawns it is better on average.
#[derive(Clone, Copy, Default)]
struct Count {
    positions: u32,
    better: u32,
    pawns: f64,
}

impl Count {
    fn of(one: &Measurement, null: i32) -> Self {
        let more = null - one.best;
        Self {
            positions: 1,
            better: u32::from(more > 0),
            pawns: f64::from(more.max(0)) / 100.0,
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            better: self.better + other.better,
            pawns: self.pawns + other.pawns,
        }
    }

    fn share(&self) -> f64 {
        100.0 * f64::from(self.better) / f64::from(self.positions)
    }
}

fn print(out: &mut Text, families: &[Family], arguments: &Arguments) {
    out.line(
        "Positions where passing is better than the best move: number, percentage with a 95% margin, gain in pawns\n",
    );
    let mut columns = vec!["depth", "null move by", "of the suite", "after random moves"];
    columns.extend(KINDS.map(|(_, name)| name));
    columns.push("all");
    let mut table = Table::new(columns.into_iter().map(Column::right));
    for (depth, (name, null)) in (1..=arguments.depth).flat_map(|depth| EVALUATIONS.map(|how| (depth, how))) {
        let cell = |wanted: &dyn Fn(&Measurement) -> bool| {
            let of = |family: &Family| {
                let measured = family.measured.iter().filter(|one| one.depth == depth && wanted(one));
                let counts = measured.map(|one| Count::of(one, null(one)));
                counts.fold(Count::default(), Count::plus)
            };
            cell(&families.iter().map(of).collect::<Vec<_>>())
        };
        let mut cells = vec![depth.to_string(), name.to_owned()];
        cells.extend([cell(&|one| one.suite), cell(&|one| !one.suite)]);
        cells.extend(KINDS.map(|(pieces, _)| cell(&|one| one.pieces == pieces)));
        cells.push(cell(&|_| true));
        table.row(cells);
    }
    out.table(&table);
    out.line("\nonly pieces of the side to play are counted; positions in check are omitted");
}

/// Formats the counts of all families. The margin is computed over families, whose positions are not independent.
fn cell(counts: &[Count]) -> String {
    let all = counts.iter().copied().fold(Count::default(), Count::plus);
    if all.positions == 0 {
        return "-".to_owned();
    }
    let interval = interval(counts, all).map_or_else(String::new, |margin| format!(" {margin:.1}"));
    let mean = match all.better {
        0 => "-".to_owned(),
        better => format!("{:.2}", all.pawns / f64::from(better)),
    };
    format!(
        "{} of {}\n{:.1}%{interval}\n{mean}",
        all.better,
        all.positions,
        all.share()
    )
}

/// Returns the margins of a share. The bootstrap gives no upper margin for a share of 0, so it comes from the rule of
/// three, applied to families as if they were single positions.
fn interval(counts: &[Count], all: Count) -> Option<Margin> {
    if all.better > 0 {
        return margin(counts.len(), |places| {
            let drawn = places.iter().map(|place| counts[*place]);
            drawn.fold(Count::default(), Count::plus).share()
        });
    }
    let families = counts.iter().filter(|family| family.positions > 0).count();
    Some(Margin { low: 0.0, high: (300.0 / families as f64).min(100.0) })
}
