//! `bcp lab go`: searches play Go against each other, with equal nodes per move.

use std::process::ExitCode;

use anyhow::Result;
use bcp_laboratory::bootstrap::margin;
use bcp_laboratory::game::{Game, Value};
use bcp_laboratory::go::{Go, Move, PLAYERS};
use bcp_suite::Interrupt;
use clap::{Args, value_parser};
use cli::{Column, Table};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::super::printing::{Settings, Text};
use super::super::running::{Running, limits};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Points on a side of the board.
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = value_parser!(u8).range(3..=9))]
    size: u8,
    /// Openings; each is played with both colours.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u32).range(1..=1000))]
    openings: u32,
    /// Nodes a move.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = value_parser!(u64).range(100..=10_000_000))]
    nodes: u64,
    #[command(flatten)]
    running: Running,
}

/// Stones on the board before the players take over.
const OPENING: u32 = 6;

/// A game to be played.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Pairing {
    black: usize,
    white: usize,
    opening: u32,
}

/// A game that was played.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Played {
    #[serde(flatten)]
    pairing: Pairing,
    /// Black's prisoners less white's.
    balance: Value,
}

/// The same for programs.
#[derive(Serialize)]
struct Line {
    opening: u32,
    black: &'static str,
    white: &'static str,
    /// Black's prisoners less white's.
    balance: Value,
}

impl Line {
    fn new(Played { pairing, balance }: &Played) -> Self {
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
    let options = json!({ "size": arguments.size, "openings": arguments.openings, "nodes": arguments.nodes });
    let settings = Settings::new("bcp lab go", [options]);
    let one = |pairing: &Pairing, interrupt: &Interrupt| {
        let balance = play(pairing, arguments, interrupt)?;
        Ok(balance.map(|balance| Played {
            pairing: *pairing,
            balance,
        }))
    };
    let numbered = (1..).zip(pairings).collect();
    let results = arguments.running.run("games", settings, numbered, one)?;
    let lines: Vec<Line> = results.all.iter().map(Line::new).collect();
    results.print(&lines, |out| print(out, &results.all, arguments.openings))
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
        if interrupt.requested() || game.terminal().is_some() {
            break;
        }
        let at = if game.black_to_play() {
            pairing.black
        } else {
            pairing.white
        };
        let best = PLAYERS[at].0.best_moves(&game, limits(arguments.nodes, interrupt));
        game.make(best[random.below(best.len())]);
    }
    if interrupt.requested() {
        // The last move may not have been searched to its end.
        return Ok(None);
    }
    let balance = game.evaluate();
    Ok(Some(if game.black_to_play() { balance } else { -balance }))
}

/// Points of the player of the row against that of the column, and the mean of the prisoners; against all with the
/// margin of the openings.
fn print(out: &mut Text, games: &[Played], openings: u32) {
    out.line(
        "points of the row in games against the column; mean prisoners per game; low..high: 95 % of bootstrap samples \
         of the openings\n",
    );
    let names = PLAYERS.map(|(_, name)| name);
    let columns = names
        .into_iter()
        .chain(["all"])
        .map(|name| Column::right(name).width(14));
    let mut table = Table::new(std::iter::once(Column::left("").width(16)).chain(columns));
    for (row, name) in names.into_iter().enumerate() {
        let mut cells = vec![name.to_owned()];
        cells.extend((0..PLAYERS.len()).map(|column| Points::of(games, row, Some(column), None).text()));
        let by_opening: Vec<Points> = (0..openings)
            .map(|opening| Points::of(games, row, None, Some(opening)))
            .collect();
        let all = Points::of(games, row, None, None);
        cells.push(all.text() + &all.interval(&by_opening));
        table.row(cells);
    }
    out.table(&table);
}

/// The score of a player in some games.
#[derive(Clone, Copy, Default)]
struct Points {
    points: f64,
    /// Its prisoners less those of the others.
    balance: Value,
    games: u32,
}

impl Points {
    /// Returns the score of a player in the games against another, or against all, of one opening or of all.
    fn of(games: &[Played], row: usize, column: Option<usize>, opening: Option<u32>) -> Self {
        let mut sum = Self::default();
        for Played { pairing, balance } in games {
            let (other, balance) = match (pairing.black, pairing.white) {
                (black, white) if black == row => (white, *balance),
                (black, white) if white == row => (black, -balance),
                _ => continue,
            };
            if column.is_some_and(|column| column != other) || opening.is_some_and(|one| one != pairing.opening) {
                continue;
            }
            sum = sum.plus(Self {
                points: match balance {
                    1.. => 1.0,
                    0 => 0.5,
                    _ => 0.0,
                },
                balance,
                games: 1,
            });
        }
        sum
    }

    fn plus(self, other: Self) -> Self {
        Self {
            points: self.points + other.points,
            balance: self.balance + other.balance,
            games: self.games + other.games,
        }
    }

    fn text(self) -> String {
        if self.games == 0 {
            return "-".to_owned();
        }
        let mean = f64::from(self.balance) / f64::from(self.games);
        format!("{}/{} {mean:+.1}", self.points, self.games)
    }

    /// The margin of these points, as they are with so many games, from the points by opening.
    fn interval(self, by_opening: &[Self]) -> String {
        let share = |places: &[usize]| {
            let drawn = places.iter().map(|place| by_opening[*place]);
            let sum = drawn.fold(Self::default(), Self::plus);
            f64::from(self.games) * sum.points / f64::from(sum.games)
        };
        let interval = margin(by_opening.len(), share);
        interval.map_or_else(String::new, |margin| format!("\n{margin:.1}"))
    }
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
