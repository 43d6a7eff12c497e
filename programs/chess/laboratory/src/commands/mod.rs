//! `bcp lab`: the searches of the papers, side by side.

mod conspiracy;
mod margin;
mod matchplay;
mod mate;
mod mtd;
mod null_move;
mod pass;
mod printing;
mod quiesce;
mod review;
mod streaming;
mod suites;
mod trace;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use bcp_suite::interrupt::Interrupt;
use bcp_suite::results::sha256;
use bcp_suite::{Problem, Selection, Suite};
use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use printing::Settings;
use streaming::Work;

use crate::ChessLike;
use crate::chess::Chess;

/// The arguments of `bcp lab`.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    /// Compare null-move searches at equal depth: nodes, and positions solved.
    Compare(null_move::CompareArguments),
    /// Make the tables of `compare` from the files that it has written.
    Tables(null_move::TablesArguments),
    /// Bring the suites of the papers, and check them.
    Suite(suites::Arguments),
    /// Show which null-move search finds the move in positions of zugzwang, and at which depth.
    Zugzwang(null_move::ZugzwangArguments),
    /// Search positions by null-move quiescence of any order, and print what is known of their values.
    Quiesce(quiesce::Arguments),
    /// Compare second-order quiescence with full width: nodes to solution.
    Effort(quiesce::EffortArguments),
    /// Compare the stored tree of 1986 with full width and a table: effort to solution in both currencies.
    Fifteenth(quiesce::FifteenthArguments),
    /// Measure how often doing nothing is better than the best move.
    Pass(pass::Arguments),
    /// Let quiescence and full width play Go against each other.
    Go(quiesce::GoArguments),
    /// Compare both versions of the pseudocode of 2006 with the stored tree: values and nodes.
    Review(review::Arguments),
    /// Let two null-move searches play against each other.
    Match(matchplay::Arguments),
    /// Search by conspiracy numbers: McAllester's random trees, or a game.
    Conspiracy(conspiracy::Arguments),
    /// Find mates by proof-number search: pn, PN2, df-pn, and all moves.
    Mate(mate::Arguments),
    /// Compare MTD(f), SSS* and DUAL* with alpha-beta and PVS: nodes, on random trees and in chess.
    Mtd(mtd::Arguments),
    /// Show the tree of a search: as text, JSON, for GraphViz, or as a page that steps through it.
    Trace(trace::Arguments),
}

/// The positions of a command, and how many are searched at once.
#[derive(Args)]
struct Chosen {
    /// Positions to search, as 1-20 or 1,5,7-9; all by default.
    #[arg(long, value_name = "LIST")]
    positions: Option<Selection>,
    /// Take other positions: an EPD file, or CSV with the columns `fen` and `best_moves`.
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// How much is done at once.
#[derive(Args)]
struct Threads {
    /// Threads, up to 1024; 0 for all cores. The results do not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0,
          value_parser = RangedU64ValueParser::<usize>::new().range(0..=1024))]
    jobs: usize,
}

impl Chosen {
    /// The chosen positions of a suite without a broken line.
    fn problems(&self) -> Result<Vec<Problem>> {
        Suite::unbroken(self.suite.as_deref())?.choose(self.positions.as_ref())
    }

    /// What results depend on, for the settings of an experiment: the hash of the file, and the numbers of the positions.
    fn provenance(&self, problems: &[Problem]) -> Result<Value> {
        let suite = Suite::unbroken(self.suite.as_deref())?;
        let positions = Selection::text(problems.iter().map(|problem| problem.number));
        Ok(json!({ "suite": sha256(&suite.bytes), "positions": positions }))
    }

    /// Work on the positions.
    fn work<'w>(&self, interrupt: &'w Interrupt, settings: &'w Settings) -> Work<'w> {
        Work {
            what: "positions",
            jobs: self.threads.jobs,
            interrupt,
            settings,
        }
    }
}

/// Whether both sides have more than king and pawns, as David and Netanyahu ask of positions for null moves.
fn has_pieces(problem: &Problem) -> bool {
    let [own, other] = Chess::from(&problem.position).pieces();
    own > 0 && other > 0
}

/// Runs an experiment and prints what it found.
///
/// # Errors
///
/// Those of the experiment: its positions cannot be read, or its output cannot be written.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.experiment {
        Experiment::Compare(arguments) => null_move::compare(arguments),
        Experiment::Tables(arguments) => null_move::tables(arguments),
        Experiment::Suite(arguments) => suites::suites(arguments),
        Experiment::Zugzwang(arguments) => null_move::zugzwang(arguments),
        Experiment::Quiesce(arguments) => quiesce::quiesce(arguments),
        Experiment::Effort(arguments) => quiesce::effort(arguments),
        Experiment::Fifteenth(arguments) => quiesce::fifteenth(arguments),
        Experiment::Pass(arguments) => pass::pass(arguments),
        Experiment::Go(arguments) => quiesce::go(arguments),
        Experiment::Review(arguments) => review::review(arguments),
        Experiment::Match(arguments) => matchplay::play(arguments),
        Experiment::Conspiracy(arguments) => conspiracy::conspiracy(arguments),
        Experiment::Mate(arguments) => mate::mate(arguments),
        Experiment::Mtd(arguments) => mtd::mtd(arguments),
        Experiment::Trace(arguments) => trace::trace(arguments),
    }
}
