//! Options that several commands have.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use bcp_chess::Position;
use bcp_driver::Program;
use bcp_reference::search::{Observer, Readings, Searcher, Version};
use bcp_suite::{Problem, Selection, Suite, find};
use clap::error::ErrorKind;
use clap::{Args, ValueEnum};
use z8000_translate::Choice;

/// Which program to run, where not the one that is built in, and what runs it.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct BoardOptions {
    /// Run another Z8000 program: its main source file.
    #[arg(long, value_name = "FILE")]
    pub(crate) program: Option<PathBuf>,
    /// Run the simple version of the program, without a stored tree.
    #[arg(long)]
    pub(crate) simple: bool,
    /// Interpret a point that the papers leave open in another way: TREE_ENTRIES, PRUNING, HORIZON_MATES, NULL_MATES,
    /// NODE_MATES, COUNT_ORDERING, DOUBLE_CHECKS or LIST_ORDER, as in asm/constants.s. May be given several times.
    #[arg(long = "reading", value_name = "NAME=VALUE", value_parser = reading)]
    pub(crate) changes: Vec<(String, i64)>,
    /// What runs the program: native code (`compiled`), one instruction after the other (`interpreter`), or the `best`
    /// that the host can do. The results are the same, to the clock.
    #[arg(long, value_name = "NAME", default_value_t)]
    pub(crate) engine: Choice,
}

impl BoardOptions {
    /// The program to run.
    pub(crate) fn program(&self) -> Result<Program> {
        Program::new(self.program.as_deref(), self.simple, &self.readings()?)?.run_by(self.engine)
    }

    /// How to interpret what the papers leave open.
    pub(crate) fn readings(&self) -> Result<Readings> {
        let mut readings = Readings::default();
        for (name, value) in &self.changes {
            readings.set(name, *value)?;
        }
        Ok(readings)
    }
}

/// Which program and positions to run, where not those that are built in.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ProgramOptions {
    #[command(flatten)]
    pub(crate) board: BoardOptions,
    /// Accept every solution that the suite has; otherwise, where they are known, the moves of the book alone.
    #[arg(long)]
    pub(crate) suite_moves: bool,
    /// Ask for the gain that is claimed for a position, where one is known, in place of two pawns.
    #[arg(long)]
    pub(crate) claimed_gains: bool,
    /// Take other positions: an EPD file, or CSV with the columns `fen` and `best_moves`.
    #[arg(long, value_name = "FILE")]
    pub(crate) suite: Option<PathBuf>,
}

impl ProgramOptions {
    /// The program to run.
    pub(crate) fn program(&self) -> Result<Program> {
        self.board.program()
    }

    /// Returns the settings with which the reference agrees with it.
    pub(crate) fn variant(&self) -> Result<Variant> {
        Ok(Variant {
            version: self.version(),
            readings: self.board.readings()?,
        })
    }

    /// The reference's version of it.
    pub(crate) const fn version(&self) -> Version {
        if self.board.simple {
            Version::Simple
        } else {
            Version::Stored
        }
    }

    /// The positions, and what is broken among them.
    pub(crate) fn suite(&self) -> Result<Suite> {
        Ok(self.judged(Suite::load(self.suite.as_deref())?))
    }

    /// Positions with the solutions and the gains by which these options judge.
    fn judged(&self, mut suite: Suite) -> Suite {
        if !self.suite_moves {
            suite = suite.by_the_book();
        }
        if !self.claimed_gains {
            suite = suite.without_claims();
        }
        suite
    }

    /// The positions that were chosen; all where none were chosen. None may be broken.
    pub(crate) fn problems(&self, selection: Option<&Selection>) -> Result<Vec<Problem>> {
        let suite = self.suite()?;
        if let Some(broken) = suite.broken.first() {
            bail!("line {} of the positions: {}", broken.line, broken.reason);
        }
        suite.choose(selection)
    }
}

/// A version of the search, with readings of what the papers leave open.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Variant {
    pub(crate) version: Version,
    pub(crate) readings: Readings,
}

impl Variant {
    /// The reference search of a position with an observer.
    pub(crate) fn searcher<O: Observer>(self, position: Position, observer: O) -> Searcher<O> {
        Searcher::observed(position, observer)
            .version(self.version)
            .readings(self.readings)
    }
}

/// One position: by its number, or as FEN.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(crate) struct PositionArgument {
    /// Number of the position in the suite.
    #[arg(value_name = "NUMBER")]
    pub(crate) number: Option<u32>,
    /// Any position; the first four fields of FEN count.
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,
}

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs; described in docs/reference/results-json.md.
    Json,
}

impl PositionArgument {
    /// The position, and what the suite says of it.
    pub(crate) fn find(&self, program: &ProgramOptions) -> Result<(Position, Option<Problem>)> {
        if let Some(fen) = &self.fen {
            let position = Position::from_fen_lenient(fen).with_context(|| format!("the FEN `{fen}`"))?;
            return Ok((position, None));
        }
        let Some(number) = self.number else {
            let message = "a position is required: its NUMBER, or --fen FEN\n";
            clap::Error::raw(ErrorKind::MissingRequiredArgument, message).exit();
        };
        let suite = program.judged(Suite::unbroken(program.suite.as_deref())?);
        let problem = find(&suite.problems, number)?.clone();
        Ok((problem.position.clone(), Some(problem)))
    }
}

/// Reads a reading and its value.
pub(crate) fn reading(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE")?;
    let value = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
    Readings::default()
        .set(name, value)
        .map_err(|error| error.to_string())?;
    Ok((name.to_owned(), value))
}

/// Reads a limit in seconds.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        _ => Err(format!("`{text}` is not a time in seconds above 0 and up to 1e9")),
    }
}

/// One position: `--position 96`, `96`, or as FEN.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct RequiredPosition {
    /// Number of the position in the suite.
    #[arg(value_name = "NUMBER")]
    number: Option<u32>,
    /// The same, as an option.
    #[arg(long, value_name = "NUMBER")]
    position: Option<u32>,
    /// Any position; the first four fields of FEN count.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

impl RequiredPosition {
    /// The position, and what the suite says of it.
    pub(crate) fn find(&self, program: &ProgramOptions) -> Result<(Position, Option<Problem>)> {
        let one = PositionArgument {
            number: self.number.or(self.position),
            fen: self.fen.clone(),
        };
        one.find(program)
    }
}
