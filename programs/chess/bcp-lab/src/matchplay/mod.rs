//! `bcp-lab match`: a match between two searches of the null-move family.

mod game;
mod score;

use std::process::ExitCode;

use anyhow::{Context, Result};
use bcp_chess::{Move, Position, START};
use bcp_laboratory::null_move::{MAX_DEPTH, Settings};
use bcp_suite::Interrupt;
use bcp_suite::built_in::OPENINGS;
use clap::{Args, value_parser};
use cli::{Column, Table};
use serde_json::json;

use super::printing;
use super::running::Running;
use game::{Effort, Game, Pair};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Search whose score is reported, named as in `bcp-lab compare`, such as `r2`, `verified` or `r3+double`.
    #[arg(long, value_name = "SEARCH", default_value = "verified")]
    first: Settings,
    /// Search that plays against the first search.
    #[arg(long, value_name = "SEARCH", default_value = "r2")]
    second: Settings,
    /// Maximum number of positions that a search visits for each move, 100 to 1000000000.
    #[arg(
        long, value_name = "N", default_value_t = 100_000,
        value_parser = value_parser!(u64).range(100..=1_000_000_000)
    )]
    limit_nodes: u64,
    /// Search to this depth for each move of the game, with no limit on positions.
    #[arg(
        long, value_name = "PLIES", conflicts_with = "limit_nodes",
        value_parser = value_parser!(u8).range(1..=i64::from(MAX_DEPTH))
    )]
    depth: Option<u8>,
    #[command(flatten)]
    running: Running,
}

pub(crate) fn play(arguments: &Arguments) -> Result<ExitCode> {
    let start = Position::from_fen(START)?;
    let rows = csv::Reader::from_reader(OPENINGS.as_bytes()).into_deserialize();
    let openings = rows.map(|row| read(&start, row?)).collect::<Result<Vec<_>>>()?;
    let effort = arguments
        .depth
        .map_or(Effort::Nodes(arguments.limit_nodes), Effort::Depth);
    let (first, second) = (arguments.first, arguments.second);
    // Each opening is played twice, so that each search once plays the side that the opening favours.
    let play = |opening: &(String, Vec<Move>), interrupt: &Interrupt| {
        let play = |players| Game::play(&start, opening, players, effort, interrupt);
        let games = play([first, second]).zip(play([second, first]));
        Ok(games.map(|(one, other)| Pair { games: [one, other] }))
    };
    let text = |moves: &[Move]| moves.iter().fold("start".to_owned(), |text, m| format!("{text} {m}"));
    let settings = json!({
        "first": first,
        "second": second,
        "effort": effort.to_string(),
        "max_moves": 200,
        "openings": openings.iter().map(|(_, moves)| text(moves)).collect::<Vec<_>>(),
    });
    let settings = printing::Settings::new("bcp-lab match", [settings]);
    let results = arguments
        .running
        .run("openings", settings, (1..).zip(openings).collect(), play)?;
    let games: Vec<&Game> = results.all.iter().flat_map(|pair| &pair.games).collect();
    let standard = first == Settings::VERIFIED && second == Settings::standard(2);
    results.print(&games, |out| {
        let openings = results.all.len();
        out.line(format_args!(
            "{first} against {second}, {effort}, {openings} openings, each with both colours\n"
        ));
        let mut table = Table::new(score::HEADINGS.map(Column::right));
        table.row(score::cells(&results.all));
        out.table(&table);
        if standard {
            out.line(score::PAPER);
        }
    })
}

/// Reads an opening, whose moves the file gives in SAN.
fn read(start: &Position, (name, moves): (String, String)) -> Result<(String, Vec<Move>)> {
    let mut position = start.clone();
    let mut read = Vec::new();
    for san in moves.split_whitespace() {
        let m = position.move_from_san(san)?;
        read.push(m);
        position = position.play(m).with_context(|| format!("`{san}` cannot be played"))?;
    }
    Ok((name, read))
}
