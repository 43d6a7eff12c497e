//! A game at a given moment.

use std::fmt;

use bcp_chess::Colour;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::chess::{Ending, Iteration, Move, Side};

/// The sides played by a human.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Person {
    /// White.
    White,
    /// Black.
    Black,
    /// Both.
    Both,
    /// Neither: the program plays against itself.
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

/// Time for the program's moves, in Z8000 seconds.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, TS)]
#[serde(untagged)]
pub enum Level {
    /// For each move.
    #[serde(rename_all = "camelCase")]
    Move {
        /// Seconds.
        per_move: f64,
    },
    /// For this number of moves, or for the rest of the game if `moves` is 0.
    Game {
        /// Seconds.
        game: f64,
        /// Number of moves.
        moves: u16,
    },
    /// To a depth, regardless of time.
    Depth {
        /// Maximum iteration depth.
        depth: u8,
    },
}

/// A game.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Game {
    /// The position.
    pub fen: String,
    /// The initial position.
    pub start: String,
    /// The side to play.
    pub side: Side,
    /// The sides played by a human.
    pub person: Person,
    /// Time for the program.
    pub level: Level,
    /// Frequency of the Z8000.
    pub hertz: u64,
    /// All moves.
    pub moves: Vec<GameMove>,
    /// Legal moves in coordinates; empty if the game is over.
    pub legal: Vec<String>,
    /// True while the program is looking for a move.
    pub thinking: bool,
    /// Its iterations for the current move, or for the last one.
    pub iterations: Vec<Iteration>,
    /// Z8000 seconds since the move was requested; null before the first request.
    pub seconds: Option<f64>,
    /// Z8000 seconds left by its own clock; null without a limit.
    pub left: Option<f64>,
    /// How the game has ended; null if it has not.
    pub ending: Option<Ending>,
    /// Why some of the moves with which the game was to begin are missing, and the first that is missing; null if none
    /// are.
    pub fault: Option<String>,
}

/// A game that was read from text.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ReadGame {
    /// Players, event, date and result, as far as known.
    pub title: String,
    /// The initial position; null for the usual one.
    pub fen: Option<String>,
    /// In coordinates.
    pub moves: Vec<String>,
    /// What is missing from the game, or was dropped from its position, and where.
    pub fault: Option<String>,
}

/// A move of a game.
#[derive(Debug, Clone, Serialize, TS)]
pub struct GameMove {
    /// The move.
    #[serde(flatten)]
    pub played: Move,
    /// The side that played it.
    pub side: Side,
    /// The position in which it was played.
    pub before: String,
    /// The program's last iteration, if it chose the move.
    pub thought: Option<Thought>,
}

/// The program's thoughts on a move.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Thought {
    /// Depth of its last iteration.
    pub depth: u8,
    /// Value of its last iteration.
    pub value: i16,
    /// The value in words.
    pub written: String,
    /// Z8000 seconds.
    pub seconds: f64,
    /// The doubt about that iteration.
    pub doubt: Option<String>,
}

/// The comment in the PGN.
impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, written, seconds, .. } = self;
        write!(f, "depth {depth}, value {written}, {seconds:.2} Z8000 seconds")
    }
}
