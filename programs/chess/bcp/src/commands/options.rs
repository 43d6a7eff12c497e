//! Options shared by several commands.

use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, Result};
use bcp_chess::{Position, START};
use bcp_driver::Program;
use bcp_reference::search::{Readings, Searcher, Version};
use bcp_suite::{Problem, Suite, find};
use clap::Args;
use clap::error::ErrorKind;
use z8000_translate::Choice;

/// Program to run instead of the built-in one, and the engine that runs it.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct BoardOptions {
    /// Run the Z8000 program with this main source file instead of the built-in program.
    #[arg(long, value_name = "FILE")]
    pub(crate) program: Option<PathBuf>,
    /// Run the simple version of the program, which has no stored tree.
    #[arg(long)]
    pub(crate) simple: bool,
    /// Use an alternative reading of a point that the papers leave open. NAME is TREE_ENTRIES, PRUNING, HORIZON_MATES,
    /// NULL_MATES, NODE_MATES, COUNT_ORDERING, DOUBLE_CHECKS or LIST_ORDER, or one of the experiments ROOT_SCAN and
    /// CHECK_DEPTH; asm/constants.s describes the values. May be repeated.
    #[arg(long = "reading", value_name = "NAME=VALUE", value_parser = reading)]
    pub(crate) changes: Vec<(String, i64)>,
    /// Engine that runs the program: `compiled` (native code), `interpreter` (one instruction at a time) or `best`
    /// (`compiled` if the host supports it, otherwise `interpreter`). All engines give cycle-identical results.
    #[arg(long, value_name = "NAME", default_value_t)]
    pub(crate) engine: Choice,
}

impl BoardOptions {
    /// The program to run.
    pub(crate) fn program(&self) -> Result<Program> {
        let program = Program::new(self.program.as_deref(), self.simple, &self.readings()?)?;
        program
            .files()
            .iter()
            .try_for_each(|path| cli::gate::check_input(path))?;
        program.run_by(self.engine)
    }

    /// Returns how to interpret what the papers leave open.
    pub(crate) fn readings(&self) -> Result<Readings> {
        let mut readings = Readings::default();
        for (name, value) in &self.changes {
            readings.set(name, *value)?;
        }
        readings.suit(self.version())?;
        Ok(readings)
    }

    /// Returns the version of the reference search that matches the program.
    pub(crate) const fn version(&self) -> Version {
        if self.simple { Version::Simple } else { Version::Stored }
    }
}

/// Program to run and positions to use instead of the built-in ones.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct SuiteOptions {
    #[command(flatten)]
    pub(crate) board: BoardOptions,
    /// Use the positions in this file, in EPD format or as CSV with the columns `fen` and `best_moves`.
    #[arg(long, value_name = "FILE")]
    pub(crate) suite: Option<PathBuf>,
}

impl SuiteOptions {
    /// Returns the settings with which the reference search agrees with the program.
    pub(crate) fn variant(&self) -> Result<Variant> {
        Ok(Variant { version: self.version(), readings: self.board.readings()? })
    }

    /// Returns the version of the reference search that matches the program.
    pub(crate) const fn version(&self) -> Version {
        self.board.version()
    }

    /// Returns the positions, with or without solutions. A broken position is an error.
    pub(crate) fn unbroken(&self) -> Result<Suite> {
        Suite::positions(self.suite.as_deref())
    }
}

/// Program and positions, and the criterion by which a position is solved.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ProgramOptions {
    #[command(flatten)]
    pub(crate) from: SuiteOptions,
    /// Accept every solution in the suite. By default, only the book's moves are accepted, where they are known.
    #[arg(long)]
    pub(crate) suite_moves: bool,
    /// Require the gain that the book claims for a position, where a claim is known, instead of two pawns.
    #[arg(long)]
    pub(crate) claimed_gains: bool,
}

impl ProgramOptions {
    /// Returns the program to run.
    pub(crate) fn program(&self) -> Result<Program> {
        self.from.board.program()
    }

    /// Returns the positions, and what is broken among them.
    pub(crate) fn suite(&self) -> Result<Suite> {
        Ok(self.judged(Suite::load(self.from.suite.as_deref())?))
    }

    /// Sets the solutions and the gains by which these options judge the positions.
    pub(crate) fn judged(&self, mut suite: Suite) -> Suite {
        if !self.suite_moves {
            suite = suite.by_the_book();
        }
        if !self.claimed_gains {
            suite = suite.without_claims();
        }
        suite
    }
}

/// A version of the search, with readings of what the papers leave open.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Variant {
    pub(crate) version: Version,
    pub(crate) readings: Readings,
}

impl Variant {
    /// Returns the reference search of a position.
    pub(crate) fn searcher<'o>(self, position: Position) -> Searcher<'o> {
        Searcher::new(position).version(self.version).readings(self.readings)
    }
}

/// The requested position.
#[derive(Debug, Clone)]
pub(crate) enum Place {
    /// The number of a position in the suite.
    Number(u32),
    /// A position as FEN.
    Fen(String),
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let first = text.split_whitespace().next().unwrap_or_default();
        if let Ok(number) = text.parse() {
            Ok(Self::Number(number))
        } else if text == "startpos" {
            Ok(Self::Fen(START.to_owned()))
        } else if first.len() == text.len() && first.matches('/').count() == 7 {
            Err(format!("a FEN has several fields: quote them, as in '{first} w - -'"))
        } else if first.contains('/') && first.len() < text.len() {
            Ok(Self::Fen(text.to_owned()))
        } else {
            Err("expected a position: a number, such as 5, or a quoted FEN".to_owned())
        }
    }
}

/// One position, by number or as a FEN.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(crate) struct PositionArgument {
    /// Number of a position in the suite, or a position as a quoted FEN.
    #[arg(value_name = "POSITION")]
    pub(crate) place: Option<Place>,
    /// Position as a FEN. Only its first four fields are used.
    #[arg(long)]
    pub(crate) fen: Option<String>,
}

impl Place {
    /// Reads the argument of `--fen`: a FEN, or a word for one; a number is rejected.
    pub(crate) fn of_fen(text: &str) -> Self {
        let place = text.parse().ok().filter(|place| matches!(place, Self::Fen(_)));
        place.unwrap_or_else(|| Self::Fen(text.to_owned()))
    }

    /// Returns the position, and its problem if it is from a suite.
    pub(crate) fn find(&self, suite: impl FnOnce() -> Result<Suite>) -> Result<(Position, Option<Problem>)> {
        match self {
            Self::Fen(fen) => {
                let (position, repairs) = Position::repaired(fen).with_context(|| format!("invalid FEN `{fen}`"))?;
                repairs.iter().for_each(cli::warn);
                Ok((position, None))
            }
            Self::Number(number) => {
                let problem = find(&suite()?.problems, *number)?.clone();
                Ok((problem.position.clone(), Some(problem)))
            }
        }
    }
}

impl PositionArgument {
    /// Returns where to find the position: its number, or the FEN.
    pub(crate) fn place(&self) -> Place {
        let fen = self.fen.as_deref().map(Place::of_fen);
        self.place.clone().or(fen).unwrap_or_else(|| {
            let message = "a position is required: a number, such as 5, or a quoted FEN\n";
            clap::Error::raw(ErrorKind::MissingRequiredArgument, message).exit()
        })
    }

    /// Returns the position, from the suite if it is given by number.
    pub(crate) fn find(&self, from: &SuiteOptions) -> Result<Position> {
        Ok(self.place().find(|| from.unbroken())?.0)
    }
}

/// Parses `NAME=VALUE`, a reading and its value.
pub(crate) fn reading(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE")?;
    let value = value
        .parse()
        .map_err(|_| format!("expected a number, found `{value}`"))?;
    Readings::default()
        .set(name, value)
        .map_err(|error| error.to_string())?;
    Ok((name.to_owned(), value))
}

/// Parses a limit in seconds.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        _ => Err(format!(
            "expected a time in seconds, above 0 and at most 1e9, found `{text}`"
        )),
    }
}
