//! Moves, the search at a given moment, and its growing tree.

use bcp_debugger::Fate as Became;
use serde::Serialize;
use ts_rs::TS;

/// A move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Move {
    /// The move in coordinates: `e2e4`, `e7e8q`.
    #[serde(rename = "move")]
    pub coordinates: String,
    /// The move in SAN; null if it is not legal in its position.
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

/// The chess search in a session at a given moment.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Chess {
    /// The position from which the search starts.
    pub root: Root,
    /// The board in the Z8000's memory at this moment: 64 characters from a8 to h1, `PNBRQKpnbrqk` and `.`, or `?` for
    /// anything else.
    pub board: String,
    /// The side to play at this moment; null if no position is set up yet.
    pub side: Option<Side>,
    /// Depth of the current iteration; null if none is running.
    pub iteration: Option<u16>,
    /// Nodes counted since the search began.
    pub nodes: u32,
    /// Clocks since the search began; null before it begins.
    pub clocks: Option<u64>,
    /// The stored tree; null in the simple version and before the first search.
    pub tree: Option<Fill>,
    /// The best line in the stored tree at this moment.
    pub best_line: Vec<Move>,
    /// Iterations reported up to this moment.
    pub iterations: Vec<Iteration>,
    /// The search path, the root's move first. The last item is the current ply, which has no move.
    pub plies: Vec<Ply>,
    /// A description of the event at this moment, in chess terms; null between events.
    pub told: Option<String>,
    /// The tree as far as it has grown; null if the page is not following it.
    pub growth: Option<Growth>,
    /// The moment, in instructions, at which the program reported the iteration that solves the position by the rule of
    /// Table 1; null if no such iteration is known, or if no solutions were given.
    pub solved: Option<u64>,
    /// True if the search is over.
    pub done: bool,
}

/// The position from which a search starts.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Root {
    /// The position as a FEN.
    pub fen: String,
    /// The side to play.
    pub side: Side,
    /// How the game has already ended in this position by the rules of chess; null if it has not. The program searches
    /// the position in any case.
    pub ending: Option<Ending>,
}

/// How full the stored tree is.
#[derive(Debug, Clone, Copy, Serialize, TS)]
pub struct Fill {
    /// Entries in use.
    pub used: u16,
    /// Total number of entries.
    pub capacity: u16,
}

/// An iteration.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Iteration {
    /// Depth of the iteration.
    pub depth: u8,
    /// The value, and what the rules say of it.
    #[serde(flatten)]
    pub fact: Fact,
    /// The best move; null if no move beats the null move. For a mate in one, for which the program names no move, this
    /// is a mating move.
    pub best: Option<Move>,
    /// Nodes since the search began.
    pub nodes: u32,
    /// Clocks since the search began.
    pub clocks: u64,
    /// Z8000 seconds since the search began.
    pub seconds: f64,
    /// The moment at which the iteration was reported, in instructions; null in a game.
    pub instruction: Option<u64>,
    /// The line as printed by the program.
    pub text: String,
    /// The principal variation.
    pub line: Vec<Move>,
}

/// A value of the program, and what the rules of chess say of a mate in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Fact {
    /// Value in pawns, for the side to play; values of at least 94, and of at most -94, are mates.
    pub value: i16,
    /// The value for White, as a bar or a curve shows it.
    #[serde(flatten)]
    pub standing: Standing,
    /// In words, for the side to play, with a mark if it is a mate that the rules do not prove: `+3`, `mate in 2`,
    /// `mated in 1 (believed)`, `mate in 2 (refuted)`.
    pub words: String,
    /// The side that mates; null if no mate is announced.
    pub winner: Option<Side>,
    /// True if the rules prove the mate.
    pub proved: bool,
    /// What the rules say of a mate that they do not prove, as a sentence; null if there is none.
    pub doubt: Option<String>,
}

/// A value as a bar or a curve shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Standing {
    /// Value in pawns, for White.
    pub white: i16,
    /// Value in a few characters: `3`, `#`, `#?`.
    pub figure: String,
    /// Value in words: `even`, `+3 for White`, `mate in 2 for Black, as the program believes`.
    pub label: String,
}

/// A value in the tree. A mate is counted from its node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct TreeValue {
    /// Value in pawns, for the side to play at the root.
    pub value: i16,
    /// Value in words: `+3`, `mate in 2`.
    pub words: String,
    /// Value as the end of a sentence: `+3 for White`, `White mates in 2`.
    pub outcome: String,
    /// The side that mates, or takes the king; null if neither does.
    pub winner: Option<Side>,
}

/// A ply of the search. Values are in pawns, for the side that plays in the ply; null if they are not known.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Ply {
    /// The move searched at this ply; null in the current ply.
    #[serde(rename = "move")]
    pub played: Option<Move>,
    /// The move as text, or the routine that is running: `e2e4`, `e2e4 null`, `in xt1v`.
    pub text: String,
    /// Remaining depth in plies.
    pub depth: Option<u16>,
    /// Lower bound on entry to the ply.
    pub alpha: Option<i16>,
    /// Upper bound of the ply.
    pub beta: Option<i16>,
    /// Best value so far.
    pub best: Option<i16>,
    /// Data address of the ply's record on the path; null if the ply is not on the path. The debugger command `origin
    /// ADDRESS,2` finds when the move was made.
    pub record: Option<u16>,
    /// Index of the ply's frame in `State.stack`; null if the ply has none.
    pub frame: Option<usize>,
}

/// The tree of an iteration, as far as it has grown. All values are from the viewpoint of the side to play at the root.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Growth {
    /// The moment that the tree shows, in instructions. It lags behind the session until the request `grow` has been
    /// answered.
    pub instruction: u64,
    /// The positions on the current path, the root first.
    pub levels: Vec<TreeNode>,
    /// The root searched with captures only, which is iteration 0; null before iteration 0 has ended.
    pub captures: Option<TreeNode>,
}

/// A position on the current path.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TreeNode {
    /// The side to play.
    pub side: Side,
    /// Plies left before the capture search; null within the capture search.
    pub depth: Option<u8>,
    /// Value of the position if the side to play passes or, in the capture search, stops capturing.
    pub pass: Option<TreeValue>,
    /// The best value so far; null before the first.
    pub value: Option<i16>,
    /// True if the search was cut off here: the other side would not allow this position, because it can get as much
    /// elsewhere.
    pub enough: bool,
    /// True if the side to play mates in one.
    pub mates: bool,
    /// True if the side to play can take the king.
    pub takes_king: bool,
    /// Moves that were searched, and the current one, in the order in which they were tried.
    pub branches: Vec<Branch>,
    /// Moves that threaten nothing, and are therefore not searched.
    pub ignored: Vec<Ignored>,
    /// Number of searched moves omitted here; none of them was the best.
    pub more: usize,
}

/// A move that threatens nothing, and is therefore not searched.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Ignored {
    /// The move.
    #[serde(flatten)]
    pub played: Move,
    /// Number of instructions executed before the move was tried.
    pub at: u64,
}

/// A move that was searched, or the current move.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Branch {
    /// The move.
    #[serde(flatten)]
    pub played: Move,
    /// Number of instructions executed before the move was tried.
    pub at: u64,
    /// Number of instructions executed for the move; while it is the current move, only those that scored it.
    pub work: u64,
    /// The state of the move in the search.
    pub fate: Fate,
    /// Value of the move if the other side passes; null if it has not been scored.
    pub score: Option<TreeValue>,
    /// Value of the move; null until it is known. If it is not the best move, an upper bound for the side that plays
    /// it, since the search stops once a move cannot be better.
    pub value: Option<TreeValue>,
    /// The best line after the move.
    pub line: Vec<Move>,
    /// True if the other side can answer the move with mate in one.
    pub answered_by_mate: bool,
}

/// The state of a move that may threaten something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Fate {
    /// The move is being scored: the search determines what it wins if the other side passes.
    Tested,
    /// The move is being searched, or is about to be.
    InHand,
    /// The move is the best so far.
    Best,
    /// The move was searched, and is not the best.
    Worse,
}

impl Fate {
    /// Returns the fate of a move that is displayed individually; `None` for other moves.
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
    /// The ending in a few words: `mate`, `stalemate`, `draw by threefold repetition`.
    pub word: String,
    /// The result of the game as in PGN.
    #[ts(type = r#""1-0" | "0-1" | "1/2-1/2""#)]
    pub result: String,
    /// The ending as a sentence.
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
