//! The options that select the positions of an experiment, and the names of the positions in results.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use bcp_chess::Position;
use bcp_suite::results::sha256;
use bcp_suite::{Problem, Selection, Suite, unnamed};
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::suites;

/// Options that select the positions to search.
#[derive(Args)]
pub(crate) struct PositionChoice {
    /// Positions to search, such as `1-20` or `1,5,7-9`. By default, all positions are searched.
    #[arg(short = 'n', long, value_name = "LIST")]
    pub(crate) positions: Option<Selection>,
    /// Use the positions in this file, in EPD format or as CSV with the columns `fen` and `best_moves`.
    #[arg(long, value_name = "FILE")]
    pub(crate) suite: Option<PathBuf>,
}

/// The position of a row: the same two fields in every table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Named {
    /// Number in the suite; `None` for a position given as FEN.
    pub(crate) position: Option<u32>,
    /// Name in the suite, or one made from the number; never empty.
    pub(crate) id: String,
}

impl Named {
    /// Returns the name of a position of a suite, or of one given as FEN.
    pub(crate) fn new(problem: Option<&Problem>) -> Self {
        Self {
            position: problem.map(|problem| problem.number),
            id: problem.map_or_else(|| "FEN".to_owned(), Problem::name),
        }
    }
}

impl fmt::Display for Named {
    /// Formats the number, and the name if the suite gives one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            None => f.write_str(&self.id),
            Some(number) if [true, false].iter().any(|known| self.id == unnamed(number, *known)) => {
                write!(f, "{number}")
            }
            Some(number) => write!(f, "{number} {}", self.id),
        }
    }
}

/// Problems with their numbers, and the settings that identify them: the hash of their file, and the numbers.
pub(crate) type Problems = (Vec<(u32, Problem)>, Value);

/// Positions to search, each with its number and, if it is from a suite, its problem; and the settings that identify
/// them.
pub(crate) type Positions = (Vec<(u32, (Position, Option<Problem>))>, Value);

impl PositionChoice {
    /// Returns the chosen positions of a suite (default: Win at Chess), with or without solutions.
    pub(crate) fn problems(&self) -> Result<Problems> {
        self.chosen(Suite::positions, || Suite::unbroken(None))
    }

    /// Returns the chosen positions of a suite, or of a built-in one by default; each has a solution.
    pub(crate) fn solvable(&self, built_in: fn() -> Result<Suite>) -> Result<Problems> {
        self.chosen(Suite::unbroken, built_in)
    }

    fn chosen(&self, read: fn(Option<&Path>) -> Result<Suite>, built_in: fn() -> Result<Suite>) -> Result<Problems> {
        let suite = match &self.suite {
            Some(path) => read(Some(path)).map_err(|error| suites::advised(error, Some(path)))?,
            None => built_in()?,
        };
        let problems = suite.choose(self.positions.as_ref())?;
        let positions = Selection::text(problems.iter().map(|problem| problem.number));
        let settings = json!({ "suite": sha256(&suite.bytes), "positions": positions });
        let numbered = problems.into_iter().map(|problem| (problem.number, problem));
        Ok((numbered.collect(), settings))
    }

    /// Returns the position of `--fen`, or else the chosen positions, with or without solutions.
    pub(crate) fn positions_or(&self, fen: Option<&str>, built_in: fn() -> Result<Suite>) -> Result<Positions> {
        if let Some(fen) = fen {
            let position = Position::from_fen_lenient(fen).with_context(|| format!("invalid FEN `{fen}`"))?;
            return Ok((vec![(1, (position, None))], json!({ "fen": fen })));
        }
        let (problems, settings) = self.chosen(Suite::positions, built_in)?;
        let one = |(number, problem): (u32, Problem)| (number, (problem.position.clone(), Some(problem)));
        Ok((problems.into_iter().map(one).collect(), settings))
    }
}
