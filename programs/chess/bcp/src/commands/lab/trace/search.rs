//! The searches that can be traced, by name.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, ensure};
use bcp_laboratory::figures::{Board, extended, late, pvs, standard, verified};
use bcp_laboratory::game::{ChessLike, INFINITY};
use bcp_laboratory::memory::Driver;
use bcp_laboratory::null_move::{Searcher, Settings};
use bcp_laboratory::quiescence::{AsListed, NestedQuiesceD, QuiesceD, Static};
use bcp_laboratory::trace::{Recorder, Traced};
use bcp_laboratory::{Counted, Game, Limits};

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
    /// The first of his orders with a limit of depth below the second.
    Nested,
    /// Version 1 of his pseudocode of 2006.
    Version1,
    /// Version 2.
    Version2,
    /// Proof numbers.
    Pn,
    /// Proof numbers with a second tree in each leaf.
    Pn2,
    /// Proof numbers depth first.
    DfPn,
    /// Windows of no width, and what they are compared with.
    Memory(Driver),
    /// A search of `bcp lab compare`, with its table and its order of moves; the last iteration of it.
    Fast(Settings),
}

const NAMES: [(&str, Name, &str); 19] = [
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
        "nested",
        Name::Nested,
        "two orders with limits of depth, the first --nested plies: three levels of reliability",
    ),
    (
        "version1",
        Name::Version1,
        "version 1 of Beal's pseudocode of 2006, iteration by iteration; chess only",
    ),
    ("version2", Name::Version2, "version 2, with a hash table; chess only"),
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
    ("pn2", Name::Pn2, "the same with a second tree in each leaf"),
    ("df-pn", Name::DfPn, "the same depth first, with a table"),
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

    /// The calls of one of the searches with windows over any game; none for the others.
    pub(super) fn calls<G: ChessLike + Clone>(
        self,
        game: G,
        depth: i32,
        most: usize,
        captures: bool,
    ) -> Option<Recorder<G::Move>> {
        let traced = Traced::new(game, most, captures);
        let (low, high) = (-INFINITY, INFINITY);
        if let Self::Fast(settings) = self {
            let mut searcher = Searcher::new(traced, settings, Limits::default());
            searcher.deepen(depth.clamp(1, 30) as u8);
            return Some(searcher.game().recorder().clone());
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
            Self::Quiesce | Self::QuiesceD | Self::Nested | Self::Version1 | Self::Version2 => return None,
            Self::Conspiracy | Self::Pn | Self::Pn2 | Self::DfPn | Self::Fast(_) => return None,
        }
        Some(board.game().game().recorder().clone())
    }
}

/// How many positions the searches that need not come to an end soon may visit for each call that is written down.
pub(super) const POSITIONS_A_CALL: u64 = 100;

/// The calls of QUIESCE, QUIESCE-D or the nested one.
///
/// # Errors
///
/// The search does not end by itself within a sensible number of positions.
pub(super) fn quiescence<G: Game>(
    game: G,
    most: usize,
    search: impl FnOnce(&mut Counted<'_, Traced<G>>),
) -> Result<Recorder<G::Move>> {
    let nodes = POSITIONS_A_CALL * most as u64;
    let mut counted = Counted::new(Traced::new(game, most, true), Limits { nodes, stop: None });
    search(&mut counted);
    ensure!(
        !counted.interrupted(),
        "the search has not ended by itself within {nodes} positions: try quiesce-d, which has a --depth, or --order 1"
    );
    Ok(counted.game().recorder().clone())
}

/// The second order over a first that has a limit of depth too, moves as they are listed.
pub(super) fn nested<G: Game>(game: &mut Counted<'_, Traced<G>>, depth: u32, first_depth: u32) {
    let mut search = NestedQuiesceD {
        first: QuiesceD {
            evaluation: Static,
            ordering: AsListed,
        },
        first_depth,
        ordering: AsListed,
    };
    search.search(game, -INFINITY, INFINITY, depth);
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
