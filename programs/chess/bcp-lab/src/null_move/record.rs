//! One search of one position, with its result: one line of a results file.

use std::cell::Cell;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use bcp_chess::{Position, START};
use bcp_laboratory::chess::{Chess, PackedMove};
use bcp_laboratory::null_move::{ChessSearcher, Iteration, Memory, Settings, TABLE_BITS};
use bcp_laboratory::{Limits, Statistics};
use bcp_suite::results::{Line, sha256};
use bcp_suite::{Problem, Suite};
use serde::{Deserialize, Serialize};

thread_local! {
    /// The transposition table of this thread's last search, kept to avoid a new allocation.
    static MEMORY: Cell<Option<Memory<PackedMove>>> = const { Cell::new(None) };
}

/// The result of a search of a position.
#[derive(Debug)]
pub(crate) struct Trial {
    /// The completed iterations, from depth 1.
    pub(crate) iterations: Vec<Iteration<PackedMove>>,
    /// True if all requested results are present: neither Ctrl-C nor the node limit ended the search.
    pub(super) complete: bool,
    /// Duration of the search: the only field that may differ in another run.
    pub(super) time: Duration,
}

impl Trial {
    /// Searches a position to a depth with a transposition table of 2^`bits` entries, initially empty.
    pub(crate) fn new(chess: Chess, search: Settings, depth: u8, limits: Limits<'_>, bits: u8) -> Self {
        let since = Instant::now();
        let mut searcher = match MEMORY.take().filter(|memory| memory.bits() == bits) {
            Some(memory) => ChessSearcher::recycling(chess, search, limits, memory),
            None => ChessSearcher::with_table(chess, search, limits, bits),
        };
        let iterations = searcher.deepen(depth);
        let complete = !searcher.interrupted();
        MEMORY.set(Some(searcher.into_memory()));
        Self { iterations, complete, time: since.elapsed() }
    }
}

/// The results of a search of a position, depth by depth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    /// Number of the position in the suite.
    pub(super) position: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<String>,
    pub(super) search: String,
    /// Iterations from depth 1; empty if the side to play has no move.
    pub(super) iterations: Vec<IterationRecord>,
    pub(super) run: Provenance,
}

/// The result of an iteration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct IterationRecord {
    pub(super) depth: u8,
    /// Value in hundredths of a pawn, for the side to play.
    pub(super) value: i32,
    #[serde(rename = "move")]
    pub(super) best: Option<String>,
    /// True if the best move is a solution.
    pub(super) solved: bool,
    /// Counts of all iterations up to this one.
    #[serde(flatten)]
    pub(super) counts: Statistics,
}

/// The origin of a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Provenance {
    /// SHA-256 of the file of positions.
    pub(super) suite: String,
    /// Base-2 logarithm of the number of entries of the transposition table.
    pub(super) depth: u8,
    /// Entries of the transposition table, as a power of two.
    #[serde(default = "table_bits", skip_serializing_if = "is_usual")]
    pub(super) table: u8,
    /// Node count of a fixed search, by which results of different program versions are told apart.
    pub(super) bench: u64,
    /// Version of the command.
    pub(super) bcp: String,
}

impl Provenance {
    pub(super) fn new(suite: &Suite, depth: u8, table: u8) -> Result<Self> {
        Ok(Self {
            suite: sha256(&suite.bytes),
            depth,
            table,
            bench: bench()?,
            bcp: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }

    /// Returns an error if the other results are from another run.
    pub(super) fn check(&self, other: &Self) -> Result<()> {
        let differences = [
            ("suite", &self.suite, &other.suite),
            ("--depth", &self.depth.to_string(), &other.depth.to_string()),
            ("--table", &self.table.to_string(), &other.table.to_string()),
            ("bench", &self.bench.to_string(), &other.bench.to_string()),
        ];
        for (name, its, here) in differences {
            ensure!(
                its == here,
                "the results are from a run with different settings: {name} is {its}, not {here}; use the same \
                 settings, or a different file"
            );
        }
        Ok(())
    }
}

/// Returns the table size of files that do not give one.
const fn table_bits() -> u8 {
    TABLE_BITS
}

/// Returns true for the table size that a file need not give.
fn is_usual(bits: &u8) -> bool {
    *bits == TABLE_BITS
}

/// Counts the nodes of verified null-move pruning from the starting position to depth 6.
fn bench() -> Result<u64> {
    let start = Position::from_fen(START)?;
    let trial = Trial::new(
        Chess::from(&start),
        Settings::VERIFIED,
        6,
        Limits::default(),
        TABLE_BITS,
    );
    Ok(trial.iterations.last().map_or(0, |last| last.statistics.nodes))
}

impl Record {
    pub(super) fn new(problem: &Problem, search: Settings, trial: &Trial, run: &Provenance) -> Self {
        let iterations = trial.iterations.iter().map(|iteration| IterationRecord {
            depth: iteration.depth,
            value: iteration.value,
            best: problem.position.san(iteration.best.into()),
            solved: problem.solutions.contains(&iteration.best.into()),
            counts: iteration.statistics,
        });
        Self {
            position: problem.number,
            id: problem.id.clone(),
            search: search.to_string(),
            iterations: iterations.collect(),
            run: run.clone(),
        }
    }

    /// Returns the iteration of this depth, if it was completed.
    pub(super) fn at(&self, depth: u8) -> Option<&IterationRecord> {
        self.iterations.get(usize::from(depth).checked_sub(1)?)
    }
}

impl Line for Record {
    type Key = (u32, String);

    /// Number of the format of a line. Lines without a number have format 1.
    const SCHEMA: u32 = 2;
    /// Other programs write lines without a number.
    const OLDEST: u32 = 1;

    fn key(&self) -> Self::Key {
        (self.position, self.search.clone())
    }

    fn name(&self) -> String {
        format!("position {}, {}", self.position, self.search)
    }
}
