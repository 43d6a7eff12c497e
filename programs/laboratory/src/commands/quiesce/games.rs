//! `bcp lab go`: searches play Go against each other, with equal nodes per move.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use bcp_suite::interrupt::{self, Interrupt};
use bcp_suite::parallel;
use clap::Args;
use output::{Column, Table};
use serde::Serialize;
use serde_json::json;

use super::super::Threads;
use super::super::printing::{self, Printing};
use crate::game::{Game, INFINITY, Value};
use crate::go::{Go, Move};
use crate::quiescence::{BestMoves, Captures, Deepening, Evaluate, FullWidth, QuiesceD, Static};
use crate::{Counted, Limits};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Points on a side of the board.
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u8).range(3..=9))]
    size: u8,
    /// Openings; each is played with both colours.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    openings: u32,
    /// Nodes a move.
    #[arg(
        long, value_name = "N", default_value_t = 2000,
        value_parser = clap::value_parser!(u64).range(100..=10_000_000)
    )]
    nodes: u64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    printing: Printing,
}

/// Who plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Player {
    /// Any move that takes as many stones as possible.
    Raw,
    /// Quiescence over prisoners, to a depth.
    FirstOrder,
    /// Quiescence over the first order.
    SecondOrder,
    /// All moves to a fixed depth, prisoners at the end.
    FullWidth,
    /// All moves to a fixed depth, captures after that.
    FullWidthCaptures,
}

const PLAYERS: [(Player, &str); 5] = [
    (Player::Raw, "evaluation"),
    (Player::FirstOrder, "first order"),
    (Player::SecondOrder, "second order"),
    (Player::FullWidth, "full width"),
    (Player::FullWidthCaptures, "full, captures"),
];

/// Stones on the board before the players take over.
const OPENING: u32 = 6;

/// A game to be played.
#[derive(Clone, Copy)]
struct Pairing {
    black: usize,
    white: usize,
    opening: u32,
}

/// A game that was played, for programs.
#[derive(Serialize)]
struct Line {
    opening: u32,
    black: &'static str,
    white: &'static str,
    /// Black's prisoners less white's.
    balance: Value,
}

impl Line {
    fn new((pairing, balance): &(Pairing, Value)) -> Self {
        Self {
            opening: pairing.opening,
            black: PLAYERS[pairing.black].1,
            white: PLAYERS[pairing.white].1,
            balance: *balance,
        }
    }
}

pub(crate) fn go(arguments: &Arguments) -> Result<ExitCode> {
    let mut pairings = Vec::new();
    for black in 0..PLAYERS.len() {
        for white in (0..PLAYERS.len()).filter(|&white| white != black) {
            pairings.extend((0..arguments.openings).map(|opening| Pairing { black, white, opening }));
        }
    }
    let interrupt = Interrupt::listen()?;
    let run = |pairing: &Pairing| {
        let balance = play(pairing, arguments, &interrupt)?;
        Ok(balance.map(|balance| (*pairing, balance)))
    };
    let results = parallel::each(&pairings, arguments.threads.jobs, "games", &interrupt, run)?;
    let options = json!({ "size": arguments.size, "openings": arguments.openings, "nodes": arguments.nodes });
    let settings = printing::Settings::new("bcp lab go", options);
    let lines: Vec<Line> = results.iter().map(Line::new).collect();
    arguments
        .printing
        .print(&settings, &lines, |out| print(out, &results))?;
    Ok(interrupt::missing_of("games", results.len(), pairings.len()).unwrap_or(ExitCode::SUCCESS))
}

/// Plays a game: black's prisoners less white's at its end; none if it was interrupted.
fn play(pairing: &Pairing, arguments: &Arguments, interrupt: &Interrupt) -> Result<Option<Value>> {
    let mut game = Go::empty(arguments.size)?;
    let mut random = Random(1 + u64::from(pairing.opening));
    for _ in 0..OPENING {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves.retain(|&m| m != Move::Pass);
        if let Some(&m) = moves.get(random.below(moves.len())) {
            game.make(m);
        }
    }
    // Long enough to fill the board, and to go on for a while.
    let length = 2 * u32::from(arguments.size).pow(2);
    for _ in 0..length {
        if interrupt.requested() {
            return Ok(None);
        }
        if game.terminal().is_some() {
            break;
        }
        let at = if game.black_to_play() {
            pairing.black
        } else {
            pairing.white
        };
        let limits = Limits {
            nodes: arguments.nodes,
            stop: None,
        };
        let best = PLAYERS[at].0.best_moves(&game, limits);
        game.make(best[random.below(best.len())]);
    }
    let balance = game.evaluate();
    Ok(Some(if game.black_to_play() { balance } else { -balance }))
}

impl Player {
    /// The moves that look best, of which any will do; the pass only if nothing else is left.
    fn best_moves(self, game: &Go, limits: Limits<'_>) -> Vec<Move> {
        let known = match self {
            Self::Raw => Vec::new(),
            Self::FirstOrder => quiescence(game, Static, limits),
            Self::SecondOrder => quiescence(game, Captures, limits),
            Self::FullWidth => full_width(game, Static, limits),
            Self::FullWidthCaptures => full_width(game, Captures, limits),
        };
        let known = if known.is_empty() { raw(game) } else { known };
        let stones = known.iter().filter(|(m, _)| *m != Move::Pass);
        let most = known.iter().map(|&(_, value)| value).max();
        let best: Vec<Move> = stones
            .filter(|&&(_, value)| Some(value) == most)
            .map(|&(m, _)| m)
            .collect();
        if best.is_empty() { vec![Move::Pass] } else { best }
    }
}

/// The prisoners after each move.
fn raw(game: &Go) -> Vec<(Move, Value)> {
    let mut game = game.clone();
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let value = |m| {
        game.make(m);
        let value = -game.evaluate();
        game.unmake();
        (m, value)
    };
    moves.into_iter().map(value).collect()
}

/// The values of all moves by the deepest iteration of QUIESCE-D that was completed.
fn quiescence<'l, E>(game: &Go, evaluation: E, limits: Limits<'l>) -> Vec<(Move, Value)>
where
    E: Evaluate<Counted<'l, Go>>,
{
    let mut game = Counted::new(game.clone(), limits);
    let search = QuiesceD {
        evaluation,
        ordering: BestMoves::default(),
    };
    let deepening = Deepening::new(&mut game, search, 30).with_all_choices();
    let last = deepening.last().map(|last| last.choices).unwrap_or_default();
    last.iter().map(|choice| (choice.m, choice.fat.value)).collect()
}

/// The values of all moves by the deepest iteration of a full-width search that was completed.
fn full_width<'l, E>(game: &Go, evaluation: E, limits: Limits<'l>) -> Vec<(Move, Value)>
where
    E: Evaluate<Counted<'l, Go>>,
{
    let mut game = Counted::new(game.clone(), limits);
    let mut search = FullWidth {
        evaluation,
        ordering: BestMoves::default(),
    };
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut known = Vec::new();
    for depth in 0..30 {
        let mut values = Vec::new();
        for &m in &moves {
            game.make(m);
            values.push((m, -search.search(&mut game, -INFINITY, INFINITY, depth)));
            game.unmake();
        }
        if game.interrupted() {
            break;
        }
        known = values;
    }
    known
}

/// Points of the player of the row against that of the column, and the mean of the prisoners.
fn print(out: &mut impl Write, results: &[(Pairing, Value)]) -> Result<()> {
    writeln!(
        out,
        "points of the row in games against the column; mean prisoners per game\n"
    )?;
    let names = PLAYERS.map(|(_, name)| name);
    let columns = names
        .into_iter()
        .chain(["all"])
        .map(|name| Column::right(name).width(14));
    let mut table = Table::new(std::iter::once(Column::left("").width(16)).chain(columns));
    for (row, name) in names.into_iter().enumerate() {
        let mut cells = vec![name.to_owned()];
        let mut all = (0.0, 0, 0);
        for column in 0..PLAYERS.len() {
            let (points, balance, games) = against(results, row, column);
            all = (all.0 + points, all.1 + balance, all.2 + games);
            cells.push(score(points, balance, games));
        }
        cells.push(score(all.0, all.1, all.2));
        table.row(cells);
    }
    write!(out, "{table}")?;
    Ok(())
}

/// Points, prisoners and games of one player against another.
fn against(results: &[(Pairing, Value)], row: usize, column: usize) -> (f64, Value, u32) {
    let mut sum = (0.0, 0, 0);
    for (pairing, balance) in results {
        let balance = match (pairing.black, pairing.white) {
            pair if pair == (row, column) => *balance,
            pair if pair == (column, row) => -balance,
            _ => continue,
        };
        let points = match balance {
            1.. => 1.0,
            0 => 0.5,
            _ => 0.0,
        };
        sum = (sum.0 + points, sum.1 + balance, sum.2 + 1);
    }
    sum
}

fn score(points: f64, balance: Value, games: u32) -> String {
    if games == 0 {
        return "-".to_owned();
    }
    let mean = f64::from(balance) / f64::from(games);
    format!("{points}/{games} {mean:+.1}")
}

/// Numbers that look random and are the same in every run: xorshift (Marsaglia 2003) after a multiplication.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        let x = &mut self.0;
        *x = x.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        *x ^= *x << 13;
        *x ^= *x >> 7;
        *x ^= *x << 17;
        (*x >> 33) as usize % limit.max(1)
    }
}
