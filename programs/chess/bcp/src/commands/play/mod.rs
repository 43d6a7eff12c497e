//! `bcp play`: a game against the program, line by line.
//!
//! | file | what |
//! |---|---|
//! | `session` | the game as it goes: who plays, what is typed, what is shown |
//! | `colours` | which sides people play |
//! | `command` | what can be typed |
//! | `input` | lines from the keyboard or a pipe, and Ctrl-C |
//! | `thought` | what the program found when it chose a move |
//! | `scoresheet` | the moves of a game, and what was taken |
//! | `archive` | the file to which games are saved |
//! | `level` | how long and how deep the program thinks |
//! | `board` | the board as text |
//! | `date` | today, for PGN |

mod archive;
mod board;
mod colours;
mod command;
mod date;
mod input;
mod level;
mod scoresheet;
mod session;
mod thought;

use std::process::ExitCode;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use bcp_chess::Fen;
use bcp_driver::{Choices, Player, Record};
use bcp_reference::constants::MAX_DEPTH;
use bcp_suite::interrupt::STATUS;
use clap::Args;
use cli::Output;
use z8000::board::Clock;

use super::options::{BoardOptions, seconds};
use archive::Archive;
use board::Look;
use colours::Colours;
use input::Input;
use level::{Allowance, Level};
use session::{End, Session};

#[derive(Args)]
pub(crate) struct Arguments {
    /// What you play.
    #[arg(long, value_enum, default_value = "white")]
    colour: Colours,
    /// Begin with this position; the counters behind its first four fields count, too.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Z8000 seconds for each move of the program.
    #[arg(long, value_name = "S", default_value = "30", value_parser = seconds)]
    seconds: f64,
    /// Z8000 seconds for all of its moves, divided by its own clock.
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with = "seconds")]
    game_seconds: Option<f64>,
    /// Clock of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Let a second of the Z8000 take a second; otherwise it is as fast as the host can.
    #[arg(long)]
    real_time: bool,
    /// Deepest iteration.
    #[arg(long, default_value_t = MAX_DEPTH, value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DEPTH)))]
    depth: u8,
    /// Choose moves without the positional score.
    #[arg(long)]
    no_positional: bool,
    /// Seed of the choice among moves that are about equal; with 0 the program always plays alike, without its openings.
    #[arg(long, value_name = "N", default_value = "by chance")]
    seed: Seed,
    /// Do not show what the program thinks.
    #[arg(long)]
    quiet: bool,
    /// Show the pieces as letters, in any locale.
    #[arg(long)]
    ascii: bool,
    /// Save the games at the end, behind those that the file has.
    #[arg(long, value_name = "FILE")]
    pgn: Option<Output>,
    #[command(flatten)]
    program: BoardOptions,
}

/// A seed that was given, or drawn.
#[derive(Debug, Clone, Copy)]
struct Seed(u16);

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "by chance" {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            return Ok(Self((since.as_micros() % u128::from(u16::MAX)) as u16 + 1));
        }
        let seed = text
            .parse()
            .map_err(|_| format!("`{text}` is not a number from 0 to {}", u16::MAX));
        seed.map(Self)
    }
}

pub(crate) fn play(arguments: &Arguments) -> Result<ExitCode> {
    let start = match &arguments.fen {
        Some(fen) => Fen::from_text(fen).with_context(|| format!("the FEN `{fen}`"))?,
        None => Fen::start(),
    };
    let archive = arguments
        .pgn
        .as_ref()
        .map(|pgn| Archive::open(pgn.path()))
        .transpose()?;
    let level = Level {
        allowance: match arguments.game_seconds {
            Some(seconds) => Allowance::Game(seconds),
            None => Allowance::Move(arguments.seconds),
        },
        clock: arguments.clock,
        real_time: arguments.real_time,
        depth: arguments.depth,
        positional: !arguments.no_positional,
        seed: arguments.seed.0,
    };
    let program = arguments.program.program()?;
    let player = Player::new(&program)?;
    let record = Record::new(start);
    let look = Look::new(arguments.ascii);
    let mut session = Session::new(player, level, record, arguments.colour, look, Input::listen()?)?;
    session.choices = Choices::find(&|name| program.symbol(name));
    session.quiet = arguments.quiet;
    session.archive = archive;
    let end = session.run();
    // What was played is saved even when nobody reads the output any more.
    session.save_at_end()?;
    Ok(match end? {
        End::Finished => ExitCode::SUCCESS,
        End::Interrupted => ExitCode::from(STATUS),
    })
}
