//! A game at a moment.

use std::fmt;

use bcp_chess::Colour;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::chess::{Ending, Iteration, Move, Side};

/// The sides that a person plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Person {
    /// White.
    White,
    /// Black.
    Black,
    /// Both.
    Both,
    /// None: the program plays itself.
    None,
}

impl Person {
    /// Returns true if a person plays a side.
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
    /// For so many moves, or for the rest of the game if `moves` is 0.
    Game {
        /// Seconds.
        game: f64,
        /// Moves.
        moves: u16,
    },
    /// To a depth, however long it takes.
    Depth {
        /// Deepest iteration.
        depth: u8,
    },
}

/// A game.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Game {
    /// The position.
    pub fen: String,
    /// Where it began.
    pub start: String,
    /// The side to play.
    pub side: Side,
    /// The sides that a person plays.
    pub person: Person,
    /// Time for the program.
    pub level: Level,
    /// Frequency of the Z8000.
    pub hertz: u64,
    /// All moves.
    pub moves: Vec<GameMove>,
    /// Legal moves in coordinates; empty when the game is over.
    pub legal: Vec<String>,
    /// True while the program is looking for a move.
    pub thinking: bool,
    /// Its iterations for the move that it looks for, or looked for last.
    pub iterations: Vec<Iteration>,
    /// Z8000 seconds since it was asked; null before.
    pub seconds: Option<f64>,
    /// Z8000 seconds that it has left by its own clock; null without a limit.
    pub left: Option<f64>,
    /// How it has ended; null while it goes on.
    pub ending: Option<Ending>,
    /// Why the moves that it was to begin with are not all there, with the first that is missing; null if they are.
    pub fault: Option<String>,
}

/// A game that was read from a text.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ReadGame {
    /// Players, event, date and result, as far as they are known.
    pub title: String,
    /// Where it begins; null at the usual start.
    pub fen: Option<String>,
    /// In coordinates.
    pub moves: Vec<String>,
    /// Why it is not all there, or what was left out of its position; with the place.
    pub fault: Option<String>,
}

/// A move of a game.
#[derive(Debug, Clone, Serialize, TS)]
pub struct GameMove {
    /// The move.
    #[serde(flatten)]
    pub played: Move,
    /// Who has played it.
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
    /// Value of it.
    pub value: i16,
    /// As people write it.
    pub written: String,
    /// Z8000 seconds.
    pub seconds: f64,
    /// As that of an iteration.
    pub doubt: Option<String>,
}

/// The comment in the PGN.
impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, written, seconds, .. } = self;
        write!(f, "depth {depth}, value {written}, {seconds:.2} Z8000 seconds")
    }
}
