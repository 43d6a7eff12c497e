//! The searches that can be traced, by name.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, ensure};

use crate::figures::{Board, extended, late, pvs, standard, verified};
use crate::game::{ChessLike, INFINITY};
use crate::memory::Driver;
use crate::null_move::{Searcher, Settings};
use crate::trace::{Call, Traced};
use crate::{Counted, Game, Limits};

/// A search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Name {
    /// Principal variation search.
    Pvs,
    /// Figure 1 of David and Netanyahu.
    Standard,
    /// Their Figure 3.
    Verified,
    /// Extended null-move reductions.
    Extended,
    /// Late move reductions.
    Late,
    /// Fig. 3 of Beal.
    Quiesce,
    /// His Fig. 5.
    QuiesceD,
    /// Conspiracy numbers.
    Conspiracy,
    /// Proof numbers.
    Pn,
    /// Windows of no width, and what they are compared with.
    Memory(Driver),
    /// A search of `bcp lab compare`, with its table and its order of moves; the last iteration of it.
    Fast(Settings),
}

const NAMES: [(&str, Name, &str); 14] = [
    ("pvs", Name::Pvs, "principal variation search, without null moves"),
    (
        "standard",
        Name::Standard,
        "standard null-move pruning, R = 2: David and Netanyahu, Figure 1",
    ),
    (
        "verified",
        Name::Verified,
        "verified null-move pruning, R = 3: their Figure 3",
    ),
    (
        "extended",
        Name::Extended,
        "extended null-move reductions: the same authors, 2008",
    ),
    ("late", Name::Late, "late move reductions, without null moves"),
    ("quiesce", Name::Quiesce, "null-move quiescence: Beal, Fig. 3"),
    ("quiesce-d", Name::QuiesceD, "the same with a limit of depth: Fig. 5"),
    (
        "conspiracy",
        Name::Conspiracy,
        "conspiracy numbers, until the value is certain",
    ),
    (
        "pn",
        Name::Pn,
        "proof-number search for a mate in --depth moves; chess only",
    ),
    ("alpha-beta", Name::Memory(Driver::AlphaBeta), "alpha-beta"),
    (
        "alpha-beta-memory",
        Name::Memory(Driver::AlphaBetaMemory),
        "alpha-beta with memory",
    ),
    ("mtd", Name::Memory(Driver::Mtd), "MTD(f), from the static value"),
    ("sss", Name::Memory(Driver::Sss), "SSS*, as MTD from above"),
    ("dual", Name::Memory(Driver::Dual), "DUAL*, as MTD from below"),
];

/// What stands before the name of a search of `bcp lab compare`.
const FAST: &str = "fast:";

impl Name {
    /// All names with their meanings, one per line.
    pub(super) fn help() -> String {
        let lines = NAMES.iter().map(|(name, _, meaning)| format!("  {name}: {meaning}\n"));
        lines.collect::<String>() + "  fast:NAME: a search of `bcp lab compare`, as fast:r2 or fast:verified+double\n"
    }

    /// The calls of one of the searches with windows, and how many more there were; none for the others.
    pub(super) fn calls<G: ChessLike + Clone>(
        self,
        game: G,
        depth: i32,
        most: usize,
        captures: bool,
    ) -> Option<(Vec<Call<G::Move>>, u64)> {
        let traced = Traced::new(game, most, captures);
        let (low, high) = (-INFINITY, INFINITY);
        if let Self::Fast(settings) = self {
            let mut searcher = Searcher::new(traced, settings, Limits::default());
            searcher.deepen(depth.clamp(1, 30) as u8);
            return Some(kept(searcher.game()));
        }
        let mut board = Board::new(Counted::new(traced, Limits::default()));
        match self {
            Self::Pvs => {
                pvs::search(&mut board, low, high, depth);
            }
            Self::Standard => {
                standard::search(&mut board, low, high, depth);
            }
            Self::Verified => {
                verified::search(&mut board, low, high, depth, true);
            }
            Self::Extended => {
                extended::search(&mut board, low, high, depth);
            }
            Self::Late => {
                late::search(&mut board, low, high, depth);
            }
            Self::Memory(driver) => {
                let guess = board.evaluate();
                driver.value(&mut board, &mut driver.memory(), guess, depth);
            }
            Self::Quiesce | Self::QuiesceD | Self::Conspiracy | Self::Pn | Self::Fast(_) => return None,
        }
        Some(kept(board.game().game()))
    }
}

/// How many positions the searches without a limit of depth may visit for each call that is written down.
const POSITIONS_A_CALL: u64 = 100;

/// Runs QUIESCE or QUIESCE-D: the calls, and how many more there were.
///
/// # Errors
///
/// The search does not end by itself within a sensible number of positions.
pub(super) fn quiescence<G: Game>(
    game: G,
    most: usize,
    search: impl FnOnce(&mut Counted<'_, Traced<G>>),
) -> Result<(Vec<Call<G::Move>>, u64)> {
    let nodes = POSITIONS_A_CALL * most as u64;
    let mut counted = Counted::new(Traced::new(game, most, true), Limits { nodes, stop: None });
    search(&mut counted);
    ensure!(
        !counted.interrupted(),
        "the search has not ended by itself within {nodes} positions: try quiesce-d, which has a --depth, or --order 1"
    );
    Ok(kept(counted.game()))
}

/// What has been written down.
fn kept<G: Game>(traced: &Traced<G>) -> (Vec<Call<G::Move>>, u64) {
    (traced.calls().to_vec(), traced.left_out())
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Fast(settings) = self {
            return write!(f, "{FAST}{settings}");
        }
        let named = NAMES.iter().find(|named| named.1 == *self);
        f.write_str(named.map_or("", |named| named.0))
    }
}

impl FromStr for Name {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        if let Some(settings) = text.strip_prefix(FAST) {
            return match settings.parse() {
                Ok(settings) => Ok(Self::Fast(settings)),
                Err(error) => Err(format!("{error}")),
            };
        }
        let names = NAMES.map(|named| named.0).join(", ");
        let named = NAMES.iter().find(|named| named.0 == text);
        named.map(|named| named.1).ok_or_else(|| {
            format!("`{text}` is not a search: write {names}, or fast: and a search of `bcp lab compare`")
        })
    }
}
