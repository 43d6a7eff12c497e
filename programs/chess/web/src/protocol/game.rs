//! A game at a given moment.

use std::fmt;

use bcp_chess::Colour;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::chess::{Ending, Fact, Iteration, Move, Side, Standing};

/// The sides that humans play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Person {
    /// White.
    White,
    /// Black.
    Black,
    /// Both sides.
    Both,
    /// Neither side: the program plays against itself.
    None,
}

impl Person {
    /// Returns true if a human plays this side.
    pub fn plays(self, side: Colour) -> bool {
        match self {
            Self::White => side == Colour::White,
            Self::Black => side == Colour::Black,
            Self::Both => true,
            Self::None => false,
        }
    }
}

/// A game.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Game {
    /// The current position as a FEN.
    pub fen: String,
    /// The initial position as a FEN.
    pub start: String,
    /// The side to play.
    pub side: Side,
    /// The sides that humans play.
    pub person: Person,
    /// All moves played so far.
    pub moves: Vec<GameMove>,
    /// Legal moves in coordinates; empty if the game is over.
    pub legal: Vec<String>,
    /// True while the program is choosing a move.
    pub thinking: bool,
    /// The program's iterations for the current move, or for its last move.
    pub iterations: Vec<Iteration>,
    /// Z8000 seconds since the move was requested; null before the first request and after a move is taken back.
    pub seconds: Option<f64>,
    /// How the game has ended; null if it has not.
    pub ending: Option<Ending>,
    /// The draw that the side to play may claim; null if there is none. The program claims its draws by itself.
    pub claim: Option<Ending>,
    /// Why some of the moves with which the game should begin are missing, and the first of these; null if none are
    /// missing.
    pub fault: Option<String>,
}

/// A game read from text.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ReadGame {
    /// The initial position as a FEN; null for the usual one.
    pub fen: Option<String>,
    /// The moves in coordinates.
    pub moves: Vec<String>,
    /// The whole game, with all that was read; empty for a position.
    pub pgn: String,
    /// What is missing from the game or was dropped from its position, and where; null if nothing was.
    pub fault: Option<String>,
}

/// A move of a game.
#[derive(Debug, Clone, Serialize, TS)]
pub struct GameMove {
    /// The move.
    #[serde(flatten)]
    pub played: Move,
    /// The side that played the move.
    pub side: Side,
    /// The position in which the move was played, as a FEN.
    pub before: String,
    /// Annotation glyphs of the game that was read.
    pub glyphs: Vec<u8>,
    /// The comment of the game that was read; null if there is none.
    pub comment: Option<String>,
    /// Variations that replace the move, as written in PGN.
    pub variations: Vec<String>,
    /// The program's last iteration, if it searched for the move; otherwise null.
    pub thought: Option<Thought>,
}

/// The program's findings when it chose a move.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Thought {
    /// Depth of the last iteration.
    pub depth: u8,
    /// True if the program finished that iteration before it answered.
    pub finished: bool,
    /// The value of the move, for the side that plays it, and what the rules say of it.
    #[serde(flatten)]
    pub fact: Fact,
    /// The value of the position after the move, from the same iteration.
    pub after: Standing,
    /// Z8000 seconds spent on choosing the move.
    pub seconds: f64,
}

/// Writes the comment for the PGN.
impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, fact, seconds, .. } = self;
        write!(f, "depth {depth}, value {}, {seconds:.2} Z8000 seconds", fact.words)
    }
}
