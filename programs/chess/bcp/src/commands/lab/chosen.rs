//! The options that most experiments share: the positions, and the threads.

use std::path::PathBuf;

use anyhow::Result;
use bcp_laboratory::ChessLike;
use bcp_laboratory::chess::Chess;
use bcp_suite::interrupt::Interrupt;
use bcp_suite::results::sha256;
use bcp_suite::{Problem, Selection, Suite};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use serde_json::{Value, json};

use super::printing::Settings;
use super::streaming::Work;

/// The positions of a command, and how many are searched at once.
#[derive(Args)]
pub(super) struct Chosen {
    /// Positions to search, as 1-20 or 1,5,7-9; all by default.
    #[arg(long, value_name = "LIST")]
    pub(super) positions: Option<Selection>,
    /// Take other positions: an EPD file, or CSV with the columns `fen` and `best_moves`.
    #[arg(long, value_name = "FILE")]
    pub(super) suite: Option<PathBuf>,
    #[command(flatten)]
    pub(super) threads: Threads,
}

/// The number of things that are done at once.
#[derive(Args)]
pub(super) struct Threads {
    /// Threads, up to 1024; 0 for all cores. The results do not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0,
          value_parser = RangedU64ValueParser::<usize>::new().range(0..=1024))]
    pub(super) jobs: usize,
}

impl Chosen {
    /// The chosen positions of a suite without a broken line.
    pub(super) fn problems(&self) -> Result<Vec<Problem>> {
        Suite::unbroken(self.suite.as_deref())?.choose(self.positions.as_ref())
    }

    /// Returns the part of the settings that depends on the positions: the hash of the file, and their numbers.
    pub(super) fn provenance(&self, problems: &[Problem]) -> Result<Value> {
        let suite = Suite::unbroken(self.suite.as_deref())?;
        let positions = Selection::text(problems.iter().map(|problem| problem.number));
        Ok(json!({ "suite": sha256(&suite.bytes), "positions": positions }))
    }

    /// Work on the positions.
    pub(super) fn work<'w>(&self, interrupt: &'w Interrupt, settings: &'w Settings) -> Work<'w> {
        Work {
            what: "positions",
            jobs: self.threads.jobs,
            interrupt,
            settings,
        }
    }
}

/// Returns true if both sides have more than king and pawns, as David and Netanyahu ask of positions for null moves.
pub(super) fn has_pieces(problem: &Problem) -> bool {
    let [own, other] = Chess::from(&problem.position).pieces();
    own > 0 && other > 0
}
