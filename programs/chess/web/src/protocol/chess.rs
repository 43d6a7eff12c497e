//! Moves, the search at a moment, and its tree as it grows.

use bcp_debugger::Fate as Became;
use serde::Serialize;
use ts_rs::TS;

/// A move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Move {
    /// In coordinates: `e2e4`, `e7e8q`.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// In SAN, where it is legal at its place.
    pub san: Option<String>,
}

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<bcp_chess::Colour> for Side {
    fn from(colour: bcp_chess::Colour) -> Self {
        match colour {
            bcp_chess::Colour::White => Self::White,
            bcp_chess::Colour::Black => Self::Black,
        }
    }
}

/// The search.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Chess {
    /// The position at the root.
    pub root: Root,
    /// The board in the memory of the Z8000 at this moment, 64 characters from a8 to h1: `PNBRQKpnbrqk` and `.`; `?`
    /// where there is something else.
    pub board: String,
    /// The side to play at this moment.
    pub side: Option<Side>,
    /// The iteration at work.
    pub iteration: Option<u16>,
    /// Nodes.
    pub nodes: u32,
    /// Clocks since the search began; null before.
    pub clocks: Option<u64>,
    /// The stored tree; null in the simple version and before the first search.
    pub tree: Option<Fill>,
    /// The best line of the stored tree at this moment.
    pub best_line: Vec<Move>,
    /// Iterations that were reported until this moment.
    pub iterations: Vec<Iteration>,
    /// The search path, the root's move first; the last one is the ply in work and has no move.
    pub plies: Vec<Ply>,
    /// The event at this moment in the words of chess; null between two of them.
    pub told: Option<String>,
    /// The tree as far as it has grown, if the page follows it.
    pub growth: Option<Growth>,
    /// When the iteration that solves the position was reported, by the rule of Table 1; null if none is known to, and
    /// where no solutions were given.
    pub solved: Option<u64>,
    /// True if the search is over.
    pub done: bool,
}

/// A position.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Root {
    /// The position.
    pub fen: String,
    /// The side to play.
    pub side: Side,
    /// How the game has ended there, by the rules of chess; null while it goes on. The program searches it all the same.
    pub ending: Option<Ending>,
}

/// How full the stored tree is.
#[derive(Debug, Clone, Copy, Serialize, TS)]
pub struct Fill {
    /// Entries in use.
    pub used: u16,
    /// All entries.
    pub capacity: u16,
}

/// An iteration.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Iteration {
    /// Its depth.
    pub depth: u8,
    /// In pawns, for the side to play; from 100 on a mate.
    pub value: i16,
    /// The value as people write it: `3`, `-2`, `mate 2`, `-mate 1`.
    pub written: String,
    /// The best move; null when no move beats the null move. Of a mate in one, whose move the program does not name, a
    /// move that mates.
    pub best: Option<Move>,
    /// Nodes since the search began.
    pub nodes: u32,
    /// Clocks since then.
    pub clocks: u64,
    /// Z8000 seconds since then.
    pub seconds: f64,
    /// When it was reported; null in a game.
    pub instruction: Option<u64>,
    /// The line as the program printed it.
    pub text: String,
    /// The principal variation.
    pub line: Vec<Move>,
    /// Why the mate that it announces is only the program's belief: the rules of chess give no proof. Null if they do, or
    /// if it announces none.
    pub doubt: Option<String>,
}

/// A ply of the search.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Ply {
    /// The move that is searched in it; null in the ply in work.
    #[serde(rename = "move")]
    pub played: Option<Move>,
    /// The move as text, or where the program is: `e2e4`, `e2e4 null`, `in xt1v`.
    pub text: String,
    /// Depth that is left.
    pub depth: Option<u16>,
    /// Lower bound.
    pub alpha: Option<i16>,
    /// Upper bound.
    pub beta: Option<i16>,
    /// Best value.
    pub best: Option<i16>,
    /// Data address of its record on the path: `writer ADDRESS,2` finds when the move was made.
    pub record: Option<u16>,
    /// Index of its frame in `State.stack`.
    pub frame: Option<usize>,
}

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
    /// The fate of a move that is shown by itself; `None` for the others.
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

/// How a game has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Ending {
    /// In a few words: `mate`, `stalemate`, `draw by threefold repetition`.
    pub word: String,
    /// As PGN has it.
    #[ts(type = r#""1-0" | "0-1" | "1/2-1/2""#)]
    pub result: String,
    /// As a sentence.
    pub text: String,
}

impl From<bcp_driver::Ending> for Ending {
    fn from(ending: bcp_driver::Ending) -> Self {
        Self {
            word: ending.comment(),
            result: ending.result().to_string(),
            text: ending.sentence(),
        }
    }
}
