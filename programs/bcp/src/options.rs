//! Options that several commands have.

use std::path::PathBuf;

use anyhow::{Context, Result};
use bcp_reference::board::Position;
use bcp_reference::search::Version;
use clap::{Args, ValueEnum};

use crate::program::Program;
use crate::suite::{Problem, Selection, find, suite};

/// What to run instead of what is built in.
#[derive(Debug, Args)]
pub(crate) struct Replacements {
    /// Run another Z8000 program: its main source file.
    #[arg(long, value_name = "FILE")]
    pub(crate) program: Option<PathBuf>,
    /// Run the simple version of the program, without a stored tree.
    #[arg(long)]
    pub(crate) simple: bool,
    /// Take other positions: a CSV file with the columns of tests/positions/win-at-chess.csv.
    #[arg(long, value_name = "FILE")]
    pub(crate) suite: Option<PathBuf>,
}

impl Replacements {
    /// The program to run.
    pub(crate) fn program(&self) -> Result<Program> {
        Program::new(self.program.as_deref(), self.simple)
    }

    /// The reference's version of it.
    pub(crate) const fn version(&self) -> Version {
        if self.simple {
            Version::Simple
        } else {
            Version::Stored
        }
    }

    /// The positions that were chosen; all where there is no choice.
    pub(crate) fn problems(&self, selection: Option<&Selection>) -> Result<Vec<Problem>> {
        let suite = suite(self.suite.as_deref())?;
        match selection {
            Some(selection) => selection.choose(&suite),
            None => Ok(suite),
        }
    }
}

/// One position: by its number, or as FEN.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct One {
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

impl One {
    /// The position, and what the suite says of it.
    pub(crate) fn find(&self, replacements: &Replacements) -> Result<(Position, Option<Problem>)> {
        if let Some(fen) = &self.fen {
            let position = Position::from_fen(fen).with_context(|| format!("the FEN `{fen}`"))?;
            return Ok((position, None));
        }
        let suite = suite(replacements.suite.as_deref())?;
        let problem = find(&suite, self.number.unwrap_or(1))?;
        Ok((problem.position.clone(), Some(problem.clone())))
    }
}

/// Reads a limit in seconds.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        _ => Err(format!(
            "`{text}` is no time in seconds from above 0 to 1e9"
        )),
    }
}

/// One position: `--position 96`, `96`, or as FEN.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Chosen {
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

impl Chosen {
    /// The position, and what the suite says of it.
    pub(crate) fn find(&self, replacements: &Replacements) -> Result<(Position, Option<Problem>)> {
        let one = One {
            number: self.number.or(self.position),
            fen: self.fen.clone(),
        };
        one.find(replacements)
    }
}
