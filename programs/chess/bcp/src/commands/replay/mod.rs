//! `bcp replay`: replays games, and shows which moves the program would have played.
//!
//! | file | what |
//! |---|---|
//! | `games` | the games, and the moves to examine |
//! | `class` | opening, forced or free |
//! | `reply` | the program's move, and how often it agrees with the move played |
//! | `output` | the result as text, as JSON and as PGN |

mod class;
mod games;
mod output;
mod reply;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use bcp_suite::interrupt::{self, Interrupt};
use bcp_suite::parallel::{self, Threads};
use clap::{Args, ValueEnum};
use z8000::machine::Clock;

use super::options::{BoardOptions, seconds};
use bcp_suite::options::status;
use games::{Games, Place};
use reply::{Asker, Reply};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Games to replay, as PGN, ignoring variations. `-` is standard input. By default, the published games of BCP are
    /// replayed.
    #[arg(value_name = "FILE")]
    games: Option<PathBuf>,
    /// Player whose moves to examine, as named in the PGN tag White or Black, ignoring case. The default is BCP in the
    /// published games, and both players in FILE.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Examine only game N, as numbered in the output.
    #[arg(long, value_name = "N")]
    game_number: Option<usize>,
    /// Z8000 seconds for each move. Three minutes is tournament pace.
    #[arg(long, value_name = "S", default_value = "180", value_parser = seconds)]
    seconds: f64,
    /// Clock rate of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Choose moves without the positional score.
    #[arg(long)]
    no_positional: bool,
    #[command(flatten)]
    threads: Threads,
    /// Output format.
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    program: BoardOptions,
}

/// How the result is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Human-readable: one line per move, then the number of moves that match the game.
    Text,
    /// Machine-readable, as described in docs/reference/bcp.md.
    Json,
    /// The games as PGN, with a comment after each examined move.
    Pgn,
}

pub(crate) fn replay(arguments: &Arguments) -> Result<ExitCode> {
    let games = Games::read(arguments.games.as_deref())?;
    let player = arguments.player.as_deref().or(games.hero);
    let places = games.places(player, arguments.game_number)?;
    let asker = Asker {
        program: arguments.program.program()?,
        seconds: arguments.seconds,
        clock: arguments.clock,
        weighing: !arguments.no_positional,
    };
    let interrupt = Interrupt::listen()?;
    let one = |place: &Place| asker.ask(&games.games[place.game], place, &interrupt);
    let told = |reply: &Reply| match arguments.format {
        Format::Text => Ok(cli::print_line(output::line(reply))?),
        Format::Json | Format::Pgn => Ok(()),
    };
    let replies = parallel::each(&places, arguments.threads, "moves", &interrupt, one, told)?;
    match arguments.format {
        Format::Text => output::sums(&games.games, &replies)?,
        Format::Json => output::json(&games.games, &replies, &asker)?,
        Format::Pgn => output::pgn(&games.games, &replies, &asker)?,
    }
    let missing = interrupt::missing("moves", replies.len(), places.len());
    Ok(status(missing, games.has_all))
}
