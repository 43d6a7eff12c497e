//! Requests.

use std::collections::BTreeMap;

use bcp_chess::Colour;
use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Request {
    /// The positions that are built in, or those of a text.
    Positions {
        /// EPD or CSV.
        file: Option<String>,
    },
    /// A position as a session.
    Open(Open),
    /// A program as a session.
    Load {
        /// Its source.
        source: String,
        /// Characters that wait on the serial port.
        #[serde(default)]
        input: String,
        /// Frequency of the Z8000.
        hertz: Option<f64>,
    },
    /// A program's errors and listing.
    Assemble {
        /// Its source.
        source: String,
    },
    /// The session runs until something stops it.
    Run,
    /// The session goes to a moment.
    Seek {
        /// Instructions since the beginning.
        instruction: Option<f64>,
        /// Clocks since the search began.
        clocks: Option<f64>,
    },
    /// A command of the debugger.
    Command {
        /// The command and its arguments.
        line: String,
    },
    /// What is under way goes on for a slice. The worker asks this, not the page.
    Advance(Slice),
    /// What is under way ends. The worker asks this where the page says `pause`.
    Interrupt,
    /// The session as it stands.
    State,
    /// Source files and symbols.
    Sources,
    /// A part of a memory.
    Memory {
        /// Which memory.
        space: Space,
        /// Its first address.
        address: u16,
        /// How many bytes.
        length: u32,
    },
    /// Entries of the stored tree.
    Tree {
        /// Address of the entry whose moves are wanted; the root's if none.
        entry: Option<u16>,
    },
    /// Instructions around an address.
    Disassembly {
        /// The address.
        address: u16,
        /// How many before it.
        #[serde(default)]
        before: u16,
        /// How many from it on.
        after: Option<u16>,
    },
    /// Where the clocks went.
    Profile {
        /// From when on.
        #[serde(default)]
        since: Since,
    },
    /// A new game.
    #[serde(rename_all = "camelCase")]
    NewGame {
        /// Where it begins; the usual position if none.
        fen: Option<String>,
        /// The sides that a person plays.
        person: Person,
        /// Time for the program.
        level: Level,
        /// Frequency of the Z8000.
        hertz: Option<f64>,
    },
    /// Another level.
    Level {
        /// Time for the program.
        level: Level,
    },
    /// A move in the game.
    Move {
        /// In coordinates or SAN.
        #[serde(rename = "move")]
        text: String,
    },
    /// The program looks for a move.
    Think,
    /// Moves are taken back.
    TakeBack,
    /// The side to play gives up.
    Resign,
    /// The game as it stands.
    Game,
    /// The game as PGN.
    Pgn {
        /// Its date.
        date: Option<String>,
    },
}

/// A position to open.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Open {
    /// One of the suite's.
    pub position: Option<u32>,
    /// Any other.
    pub fen: Option<String>,
    /// Deepest iteration.
    pub depth: Option<u8>,
    /// The version without a stored tree.
    #[serde(default)]
    pub simple: bool,
    /// Readings of what the papers leave open, by name.
    #[serde(default)]
    pub readings: BTreeMap<String, i64>,
    /// Frequency of the Z8000.
    pub hertz: Option<f64>,
}

/// How far a task goes on before the worker hears the page again.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub struct Slice {
    /// At most so many instructions.
    pub instructions: f64,
    /// At most so many clocks.
    pub clocks: Option<f64>,
}

/// A memory of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Space {
    /// Data memory.
    Data,
    /// Program memory.
    Program,
}

/// The beginning of a profile.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Since {
    /// The beginning of the session.
    #[default]
    Start,
    /// The mark.
    Mark,
    /// The stop before.
    Last,
}

/// The sides that a person plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
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
    /// Whether a person plays a side.
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
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Level {
    /// For each move.
    #[serde(rename_all = "camelCase")]
    Move {
        /// Seconds.
        per_move: f64,
    },
    /// For so many moves, or all if that is 0.
    Game {
        /// Seconds.
        game: f64,
        /// Moves.
        moves: u16,
    },
    /// As long as it takes.
    Depth {
        /// Deepest iteration.
        depth: u8,
    },
}
