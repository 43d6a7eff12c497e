//! `bcp play`: a game against the program, line by line.
//!
//! | file | what |
//! |---|---|
//! | `session` | the course of a game: the players, input and output |
//! | `command` | the commands that can be typed |
//! | `input` | lines from the keyboard or a pipe, and Ctrl-C |
//! | `thought` | what the program found when it chose a move |
//! | `scoresheet` | the moves of a game, and the pieces captured |
//! | `archive` | the file in which games are saved, and today's date for it |
//! | `options` | which sides humans play, how long and how deep the program thinks |
//! | `board` | the board as text |

mod archive;
mod board;
mod command;
mod input;
mod options;
mod scoresheet;
mod session;
mod thought;

use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use bcp_chess::Fen;
use bcp_driver::{Choices, Player, Record};
use bcp_suite::interrupt;
use clap::Args;
use cli::Output;

use super::options::BoardOptions;
use archive::Archive;
use board::Look;
use input::Input;
use options::{Colours, Level};
use session::{End, Session};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Your side.
    #[arg(long, value_enum, default_value = "white")]
    colour: Colours,
    /// Start from this position, including its half-move clock and move number.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    #[command(flatten)]
    level: Level,
    /// Do not show the program's thinking.
    #[arg(short, long)]
    quiet: bool,
    /// Show pieces as letters, regardless of the locale.
    #[arg(long)]
    ascii: bool,
    /// Append finished games to this file, as PGN.
    #[arg(long, value_name = "FILE")]
    pgn: Option<Output>,
    /// Add `[%eval]` and `[%emt]` to the PGN: each move's value and Z8000 time, for other programs.
    #[arg(long)]
    eval: bool,
    #[command(flatten)]
    program: BoardOptions,
}

pub(crate) fn play(arguments: &Arguments) -> Result<ExitCode> {
    let start = match &arguments.fen {
        Some(fen) => {
            let (start, repairs) = Fen::repaired(fen).with_context(|| format!("invalid FEN `{fen}`"))?;
            repairs.iter().for_each(cli::warn);
            start
        }
        None => Fen::start(),
    };
    ensure!(
        !arguments.pgn.as_ref().is_some_and(Output::is_standard),
        "--pgn requires a file: the game is already on standard output"
    );
    let program = arguments.program.program()?;
    let archive = arguments
        .pgn
        .as_ref()
        .map(|pgn| Archive::open(pgn.path()))
        .transpose()?;
    let player = Player::new(&program)?;
    let record = Record::new(start);
    let look = Look::new(arguments.ascii);
    let mut session = Session::new(
        player,
        arguments.level,
        record,
        arguments.colour,
        look,
        Input::listen()?,
    )?;
    session.choices = Choices::find(&|name| program.symbol(name));
    session.quiet = arguments.quiet;
    session.eval = arguments.eval;
    session.archive = archive;
    let end = session.run();
    // The games are saved even if the output is closed.
    session.save_at_end()?;
    Ok(match end? {
        End::Finished => ExitCode::SUCCESS,
        End::Interrupted => ExitCode::from(interrupt::status()),
    })
}
