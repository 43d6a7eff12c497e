//! The tree of the search as it grows.

use bcp_driver::Fate as Became;
use serde::Serialize;
use ts_rs::TS;

use super::moves::{Move, Side};

/// The tree of an iteration, as far as it has grown. All values are for the side that plays at the root.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Growth {
    /// The moment that it shows. It is behind the session until the request `grow` has been answered.
    pub instruction: u64,
    /// The positions on the path in hand, the root first.
    pub levels: Vec<TreeNode>,
    /// The root with captures alone, which is iteration 0; null before that has ended.
    pub captures: Option<TreeNode>,
}

/// A position on the path in hand.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TreeNode {
    /// The side to play.
    pub side: Side,
    /// Plies that are left before the captures; null in the capture search.
    pub depth: Option<u8>,
    /// Its value if the side to play passes; in the capture search, if it stops taking.
    pub pass: Option<i16>,
    /// The best value so far.
    pub value: Option<i16>,
    /// The other side would not allow it: it has as much without.
    pub enough: bool,
    /// The side to play mates in one.
    pub mates: bool,
    /// The side to play can take the king.
    pub takes_king: bool,
    /// Moves that were searched, and the one in hand, in the order in which they were taken up.
    pub branches: Vec<Branch>,
    /// Moves that threaten nothing.
    pub ignored: Vec<Ignored>,
    /// Moves that were searched and are left out here: none was the best.
    pub more: usize,
}

/// A move that threatens nothing.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Ignored {
    /// The move.
    #[serde(flatten)]
    pub played: Move,
    /// Instructions before it was taken up.
    pub at: u64,
}

/// A move that was searched.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Branch {
    /// The move.
    #[serde(flatten)]
    pub played: Move,
    /// Instructions before it was taken up.
    pub at: u64,
    /// Instructions that it has taken; 0 while it is in hand.
    pub work: u64,
    /// What became of it.
    pub fate: Fate,
    /// Its value if the other side passes.
    pub score: Option<i16>,
    /// Its value. Where it is not the best, it is at most that: the search stops where a move can be no better.
    pub value: Option<i16>,
    /// The best line behind it.
    pub line: Vec<Move>,
    /// The other side mates in one behind it.
    pub answered_by_mate: bool,
}

/// What became of a move that does not threaten nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Fate {
    /// It is being scored: what does it win if the other side passes?
    Tested,
    /// It is being searched, or is about to be.
    InHand,
    /// The best so far.
    Best,
    /// It was searched, and is not the best.
    Worse,
}

impl Fate {
    /// The fate of a move that is shown by itself; none for the others.
    pub(crate) const fn of(became: Became) -> Option<Self> {
        match became {
            Became::Tested => Some(Self::Tested),
            Became::Eligible | Became::InHand => Some(Self::InHand),
            Became::Best => Some(Self::Best),
            Became::Worse => Some(Self::Worse),
            Became::Ignored | Became::Illegal => None,
        }
    }
}
