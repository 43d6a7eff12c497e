//! Answers.

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::chess::Move;
use super::game::Game;
use super::request::Space;
use super::state::{State, Stop};

/// What is answered.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Answer {
    /// Test positions.
    Positions {
        /// Those that can be used.
        positions: Vec<Problem>,
        /// Lines that cannot.
        broken: Vec<Broken>,
    },
    /// A session was opened.
    Opened {
        /// The position's number.
        position: Option<u32>,
        /// The position.
        fen: Option<String>,
        /// The session.
        state: Box<State>,
        /// What the assembler warns of.
        warnings: Vec<Diagnostic>,
    },
    /// A program was assembled, or has errors.
    Assembled(Assembled),
    /// The session.
    State {
        /// As it stands.
        state: Box<State>,
    },
    /// The session was moved.
    Moved {
        /// Why it has stopped.
        stop: Stop,
        /// As it stands.
        state: Box<State>,
    },
    /// A command was executed.
    Said {
        /// For people.
        text: String,
        /// For programs.
        data: Map<String, Json>,
        /// The session after it.
        state: Box<State>,
    },
    /// Something is under way and wants to [go on](super::Request::Advance). The worker is told this, not the page.
    Busy {
        /// Instructions that the slice has taken.
        instructions: u64,
        /// Clocks that it has taken.
        clocks: u64,
    },
    /// Source files and symbols.
    Sources {
        /// The session that has them.
        session: u32,
        /// The files.
        files: Vec<SourceFile>,
        /// The symbols, by name.
        symbols: Vec<Symbol>,
        /// The routines, by address.
        routines: Vec<Routine>,
    },
    /// A part of a memory.
    Memory {
        /// Which memory.
        space: Space,
        /// Its first address.
        address: u16,
        /// Two hexadecimal digits for each byte.
        bytes: String,
    },
    /// Moves of the stored tree.
    Tree {
        /// The entry that they stand behind.
        entry: u16,
        /// Whether these are all eligible moves.
        complete: bool,
        /// The best first.
        children: Vec<TreeEntry>,
    },
    /// Instructions.
    Disassembly {
        /// By address.
        lines: Vec<DisassembledLine>,
    },
    /// Where the clocks went.
    Profile(Profile),
    /// The game as it stands.
    Game {
        /// The game.
        game: Box<Game>,
    },
    /// The game as PGN.
    Pgn {
        /// The text.
        text: String,
    },
    /// The request could not be done, and nothing has changed.
    Error {
        /// What, where, and what to do.
        message: String,
    },
}

/// A test position.
#[derive(Debug, Clone, Serialize)]
pub struct Problem {
    /// Its number.
    pub number: u32,
    /// Its name.
    pub id: Option<String>,
    /// The position.
    pub fen: String,
    /// The moves that solve it.
    pub solutions: String,
    /// What is to be found.
    pub task: String,
    /// Seconds of the paper.
    pub paper: Option<u32>,
    /// Whether it is one of Table 1.
    pub listed: bool,
}

/// A line that is no position.
#[derive(Debug, Clone, Serialize)]
pub struct Broken {
    /// From 1.
    pub line: u64,
    /// What is wrong.
    pub message: String,
}

/// An error or a warning of the assembler.
#[derive(Debug, Clone, Serialize)]
pub struct Diagnostic {
    /// What is wrong.
    pub message: String,
    /// What stands beside the carets.
    pub label: String,
    /// The file.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// The line.
    pub text: String,
    /// Of the first caret, from 1.
    pub column: usize,
    /// Carets.
    pub width: usize,
    /// Hints.
    pub notes: Vec<String>,
}

/// What became of a source.
#[derive(Debug, Clone, Serialize)]
pub struct Assembled {
    /// Whether it is a program.
    pub ok: bool,
    /// Why not.
    pub errors: Vec<Diagnostic>,
    /// What is likely not meant.
    pub warnings: Vec<Diagnostic>,
    /// Errors and warnings that were left out.
    pub more: usize,
    /// Bytes.
    pub size: Size,
    /// What became of each line.
    pub lines: Vec<ListedLine>,
}

/// Bytes of a program.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Size {
    /// In program memory.
    pub program: u64,
    /// In data memory.
    pub data: u64,
}

/// What became of a line.
#[derive(Debug, Clone, Serialize)]
pub struct ListedLine {
    /// Index of the file.
    pub file: u32,
    /// From 1.
    pub line: u32,
    /// Name of the section.
    pub section: String,
    /// Address.
    pub address: u32,
    /// Two hexadecimal digits for each byte.
    pub bytes: String,
    /// As a listing has them.
    pub clocks: Option<String>,
}

/// A source file.
#[derive(Debug, Clone, Serialize)]
pub struct SourceFile {
    /// Its name.
    pub name: String,
    /// Its lines.
    pub lines: Vec<String>,
    /// Lines that became code, by address.
    pub code: Vec<CodeLine>,
}

/// A line that became code.
#[derive(Debug, Clone, Serialize)]
pub struct CodeLine {
    /// From 1.
    pub line: u32,
    /// Address.
    pub address: u16,
    /// Bytes.
    pub length: u32,
    /// As a listing has them.
    pub clocks: Option<String>,
}

/// A symbol.
#[derive(Debug, Clone, Serialize)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: i64,
    /// `text`, `data` or `constant`.
    pub section: &'static str,
}

/// A routine.
#[derive(Debug, Clone, Serialize)]
pub struct Routine {
    /// Its name.
    pub name: String,
    /// Its first address.
    pub start: u16,
    /// The address behind it.
    pub end: u32,
}

/// A move of the stored tree.
#[derive(Debug, Clone, Serialize)]
pub struct TreeEntry {
    /// Its address.
    pub entry: u16,
    /// The move.
    #[serde(rename = "move")]
    pub played: Move,
    /// What it wins if the opponent passes.
    pub score: i8,
    /// Lower bound of that.
    pub lower: Option<i8>,
    /// Upper bound of that.
    pub upper: Option<i8>,
    /// The best move at the horizon, in coordinates.
    pub hint: Option<String>,
    /// Whether the list behind it is complete.
    pub complete: bool,
    /// Whether there is a mate in one behind it.
    pub mates: Option<bool>,
    /// Moves behind it.
    pub children: usize,
}

/// An instruction.
#[derive(Debug, Clone, Serialize)]
pub struct DisassembledLine {
    /// Its address.
    pub address: u16,
    /// Its words.
    pub words: Vec<u16>,
    /// Its text.
    pub text: String,
    /// Index of its source file.
    pub file: Option<usize>,
    /// Its line there.
    pub line: Option<u32>,
}

/// Where the clocks went.
#[derive(Debug, Clone, Serialize)]
pub struct Profile {
    /// In all.
    pub clocks: u64,
    /// Ways through the routines.
    pub stacks: Vec<Way>,
    /// Routines, the largest first.
    pub routines: Vec<z8000_debugger::profile::Row>,
    /// Lines, the largest first.
    pub lines: Vec<CostlyLine>,
}

/// A way through the routines.
#[derive(Debug, Clone, Serialize)]
pub struct Way {
    /// The outermost first.
    pub routines: Vec<String>,
    /// Clocks of the last one alone.
    pub clocks: u64,
}

/// What a line cost.
#[derive(Debug, Clone, Serialize)]
pub struct CostlyLine {
    /// Index of its source file.
    pub file: Option<usize>,
    /// Its line there.
    pub line: Option<u32>,
    /// Its first address.
    pub address: u16,
    /// Its text.
    pub text: String,
    /// How often it was executed.
    pub count: u64,
    /// Clocks.
    pub clocks: u64,
}
