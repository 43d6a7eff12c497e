//! `bcp predict`: how many moves of a player's games would the program play?

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, ensure};
use bcp_chess::pgn::{Game, Reader};
use bcp_chess::{Colour, Move};
use bcp_driver::{Event, Pace, Player, Program, Thinking, Time};
use bcp_reference::constants::MAX_DEPTH;
use bcp_reference::search::Player as Settings;
use bcp_suite::interrupt::{self, Interrupt};
use bcp_suite::parallel;
use clap::Args;
use serde::Serialize;
use z8000::board::Clock;

use super::options::{Format, ProgramOptions, seconds};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Games in PGN.
    #[arg(value_name = "FILE")]
    games: PathBuf,
    /// The player whose moves are asked for, as the tags White and Black name him; both sides where it is left out.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Z8000 seconds for a move; three minutes are what a tournament gives.
    #[arg(long, value_name = "S", default_value = "180", value_parser = seconds)]
    seconds: f64,
    /// Clock of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Choose without the positional score.
    #[arg(long)]
    no_positional: bool,
    /// Threads; 0 for all cores.
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// How to print the result.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    program: ProgramOptions,
}

/// A move of a game, and the program's.
#[derive(Debug, Serialize)]
struct Predicted {
    /// Number of the game in the file, from 1.
    game: usize,
    /// The move's number with its side, as in `12.` and `12...`.
    number: String,
    /// The move that was played.
    played: String,
    /// The program's move.
    chosen: String,
    depth: u8,
    value: i16,
    seconds: f64,
}

/// A place in a game: its number, and how many moves come before.
type Place = (usize, usize);

pub(crate) fn predict(arguments: &Arguments) -> Result<ExitCode> {
    let program = arguments.program.program()?;
    let games = read(&arguments.games)?;
    let places: Vec<Place> = places(&games, arguments.player.as_deref());
    ensure!(
        !places.is_empty(),
        "{}: no move of such a player; the tags White and Black name the players",
        arguments.games.display()
    );
    let interrupt = Interrupt::listen()?;
    let moves = parallel::each(&places, arguments.jobs, "moves", &interrupt, |&place| {
        predicted(&program, &games, place, arguments, &interrupt)
    })?;
    let mut out = cli::Screen::default();
    let agreed = |game: usize| {
        let of_game = || moves.iter().filter(move |m| game == 0 || m.game == game);
        (of_game().filter(|m| m.played == m.chosen).count(), of_game().count())
    };
    if arguments.format == Format::Json {
        writeln!(out, "{}", serde_json::to_string_pretty(&moves)?)?;
    } else {
        for m in &moves {
            let mark = if m.played == m.chosen { '=' } else { ' ' };
            writeln!(
                out,
                "{:2} {:>6} {:7} {mark} {:7} depth {:2}, value {:4}, {:7.2} Z8000 s",
                m.game, m.number, m.played, m.chosen, m.depth, m.value, m.seconds
            )?;
        }
        writeln!(out)?;
        for (number, game) in (1..).zip(&games) {
            let (same, all) = agreed(number);
            if all > 0 {
                let name = |tag| game.tag(tag).unwrap_or("?").to_owned();
                writeln!(out, "{} - {}: {same} of {all} moves", name("White"), name("Black"))?;
            }
        }
        let (same, all) = agreed(0);
        writeln!(
            out,
            "all: {same} of {all} moves, {:.0} %",
            100.0 * same as f64 / all.max(1) as f64
        )?;
    }
    Ok(interrupt::missing("moves", moves.len(), places.len()).unwrap_or(ExitCode::SUCCESS))
}

fn read(path: &std::path::Path) -> Result<Vec<Game>> {
    Reader::new(&*cli::read(path)?)
        .map(|game| game.with_context(|| path.display().to_string()))
        .collect()
}

/// The moves that are asked for.
fn places(games: &[Game], player: Option<&str>) -> Vec<Place> {
    let mut places = Vec::new();
    for (index, game) in games.iter().enumerate() {
        let first = game.start().position.side_to_play();
        for ply in 0..game.moves().len() {
            let side = if ply % 2 == 0 { first } else { first.opponent() };
            let tag = match side {
                Colour::White => "White",
                Colour::Black => "Black",
            };
            if player.is_none_or(|player| game.tag(tag) == Some(player)) {
                places.push((index, ply));
            }
        }
    }
    places
}

/// The program's move at a place; none if interrupted.
fn predicted(
    program: &Program,
    games: &[Game],
    (index, ply): Place,
    arguments: &Arguments,
    interrupt: &Interrupt,
) -> Result<Option<Predicted>> {
    let game = &games[index];
    let mut player = Player::new(program)?;
    let start = game.start();
    player.begin(&start.position, u16::try_from(start.halfmoves).unwrap_or(u16::MAX))?;
    let mut at = start.clone();
    for played in &game.moves()[..ply] {
        player.play(played.m)?;
        at = at.play(played.m).context("a move of the game is not legal")?;
    }
    player.set_player(Settings {
        weighing: !arguments.no_positional,
        ..Settings::default()
    })?;
    player.set_time(Time::Move(player.ticks(arguments.seconds, arguments.clock)))?;
    let mut thinking = Thinking::start(&mut player, MAX_DEPTH, Pace::default());
    let (mut depth, mut value) = (0, 0);
    let stop: &AtomicBool = interrupt.as_ref();
    let chosen = loop {
        match thinking.next(stop)? {
            Event::Line(line) => (depth, value) = (line.depth, line.value),
            Event::Move(m) => break m,
        }
    };
    if interrupt.requested() {
        return Ok(None);
    }
    let cycles = thinking.cycles();
    let san = |m: Move| at.position.san(m).unwrap_or_else(|| m.to_string());
    let dots = match at.position.side_to_play() {
        Colour::White => ".",
        Colour::Black => "...",
    };
    Ok(Some(Predicted {
        game: index + 1,
        number: format!("{}{dots}", at.fullmoves),
        played: san(game.moves()[ply].m),
        chosen: san(chosen),
        depth,
        value,
        seconds: arguments.clock.seconds(cycles),
    }))
}
