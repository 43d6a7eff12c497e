//! Requests, and the answer to each of them.

use std::collections::BTreeMap;

use bcp_laboratory::searches::SearchResult;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use ts_rs::TS;

use super::game::{Game, Level, Person, ReadGame};
use super::state::{State, Stop};
use super::views::{
    Assembled, Broken, CostlyLine, Diagnostic, DisassembledLine, Problem, Routine, SourceFile, Symbol, TreeEntry, Way,
};

/// A request to the machine.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(optional_fields)]
pub enum Request {
    /// The built-in positions, or those of a file in EPD or in the CSV format of `programs/chess/suite/positions`.
    Positions {
        /// The contents of the file.
        file: Option<String>,
    },
    /// Checks whether a string is a position that can be opened.
    Fen {
        /// The string.
        fen: String,
    },
    /// Reads what a visitor pasted or dropped: games in PGN, a FEN, an EPD, or a link to a position.
    Read {
        /// The text.
        text: String,
    },
    /// Opens a position as a debugger session.
    Open(Open),
    /// Assembles a program and opens it as a debugger session. If there are errors, the answer is `assembled`.
    Load {
        /// Its source.
        source: String,
        /// Characters that wait at the serial port.
        input: Option<String>,
        /// Frequency of the Z8000; default: 4,000,000.
        hertz: Option<f64>,
    },
    /// Assembles a program to show errors and a listing. The open session is kept.
    Assemble {
        /// Its source.
        source: String,
    },
    /// Runs a search of the laboratory to its end, or to the limit of what the page waits for. The open session is
    /// kept. The answer is `found`.
    Search {
        /// The search, by its name in `bcp-lab trace`.
        search: String,
        /// A FEN, or a tree such as `0(5(3 4!) 2)`.
        position: String,
        /// Plies, 0 to 30; for a search for mates in chess, moves.
        depth: i32,
        /// Maximum number of recorded calls or nodes, up to 2,000; default: 2,000.
        calls: Option<u32>,
    },
    /// Runs the session until something stops it. The answer, `moved`, comes then.
    Run,
    /// Goes to a moment in the past or the future. The answer is `moved`.
    Seek {
        /// Instructions since the beginning.
        instruction: Option<f64>,
        /// Clocks since the search began, as in `Iteration.clocks` and the results of Table 1.
        clocks: Option<f64>,
    },
    /// A debugger command, as listed in `docs/reference/debugger.md`. The answer is `said`.
    Command {
        /// The command and its arguments.
        line: String,
    },
    /// Turns on or off following the growing tree of the open session, which states then include. The answer is
    /// `state`.
    Follow {
        /// True to follow it.
        tree: bool,
    },
    /// Lets the followed tree grow to the current moment of the session. The answer is `state`.
    Grow,
    /// Continues the current task for a slice. Sent by the worker, not by the page.
    Advance(Slice),
    /// Ends the current task. Sent by the worker when the page sends `pause`.
    Interrupt,
    /// The current state of the session.
    State,
    /// Source files, lines that generated code, and symbols. They do not change while a session is open.
    Sources,
    /// Part of a memory.
    Memory {
        /// The memory.
        space: Space,
        /// Its first address.
        address: u16,
        /// 1 to 65,536 bytes. Bytes beyond address 65,535 are omitted.
        length: u32,
    },
    /// The moves stored after an entry of the tree.
    Tree {
        /// Address of the entry; default: the root's.
        entry: Option<u16>,
    },
    /// Instructions around an address, as they are in memory now.
    Disassembly {
        /// The address.
        address: u16,
        /// Number of instructions before the address; default: none.
        before: Option<u16>,
        /// Number of instructions from the address; default: one.
        after: Option<u16>,
    },
    /// Where clocks were spent between a moment and now.
    Profile {
        /// That moment; default: the beginning.
        since: Option<Since>,
    },
    /// Begins a game against the program, on its own board, alongside the session.
    NewGame {
        /// The initial position; default: the usual one.
        fen: Option<String>,
        /// Moves already played, in coordinates or SAN.
        #[serde(default)]
        #[ts(as = "Option<Vec<String>>")]
        moves: Vec<String>,
        /// The sides played by a human.
        person: Person,
        /// Time for the program.
        level: Level,
        /// Frequency of the Z8000; default: 4,000,000.
        hertz: Option<f64>,
    },
    /// Changes the level from the program's next move.
    Level {
        /// Time for the program.
        level: Level,
    },
    /// Plays a move.
    Move {
        /// In coordinates or SAN.
        #[serde(rename = "move")]
        text: String,
    },
    /// Makes the program choose a move and play it. The answer comes when it has.
    Think,
    /// Takes moves back up to and including the human's last move, or one ply if a human plays both sides or neither.
    TakeBack,
    /// Resigns for the side to play.
    Resign,
    /// The current state of the game.
    Game,
    /// The game as PGN.
    Pgn {
        /// `YYYY.MM.DD`, since the machine has no calendar.
        date: Option<String>,
    },
}

impl Request {
    /// Returns true if it would disturb a task under way.
    pub(crate) const fn disturbs(&self) -> bool {
        !matches!(
            self,
            Self::Positions { .. }
                | Self::Fen { .. }
                | Self::Read { .. }
                | Self::Assemble { .. }
                | Self::Search { .. }
                | Self::Advance(_)
                | Self::Interrupt
                | Self::State
                | Self::Sources
                | Self::Memory { .. }
                | Self::Tree { .. }
                | Self::Follow { .. }
                | Self::Disassembly { .. }
                | Self::Game
                | Self::Pgn { .. }
        )
    }
}

/// A position to open.
#[derive(Debug, Clone, Default, Deserialize, TS)]
#[ts(optional_fields)]
pub struct Open {
    /// One of the 300; otherwise `fen`.
    pub position: Option<u32>,
    /// With four or six fields.
    pub fen: Option<String>,
    /// Moves that solve it, in SAN as in an EPD file. `State` then says when it is solved.
    pub solutions: Option<String>,
    /// Maximum iteration depth, 0 to 30; default: 30.
    pub depth: Option<u8>,
    /// The simple version, without the stored tree.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub simple: bool,
    /// Readings of what the papers leave open, by name as in `asm/constants.s`, such as `HORIZON_MATES`.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub readings: BTreeMap<String, i64>,
    /// Frequency of the Z8000; default: 4,000,000.
    pub hertz: Option<f64>,
}

/// How far a task continues before the worker polls the page again.
#[derive(Debug, Clone, Copy, Default, Deserialize, TS)]
#[ts(optional_fields)]
pub struct Slice {
    /// Maximum number of instructions.
    pub instructions: f64,
    /// Maximum number of clocks.
    pub clocks: Option<f64>,
}

/// A memory of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Space {
    /// Data memory.
    Data,
    /// Program memory.
    Program,
}

/// The beginning of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Since {
    /// The beginning of the session.
    Start,
    /// The mark.
    Mark,
    /// The previous stop.
    Last,
}

/// An answer of the machine. Every request gets exactly one.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Answer {
    /// Test positions.
    Positions {
        /// The usable positions.
        positions: Vec<Problem>,
        /// Lines of a file without a usable position.
        broken: Vec<Broken>,
    },
    /// Whether a position can be opened.
    Fen {
        /// Why it cannot be opened; null if it can.
        fault: Option<String>,
    },
    /// What was read.
    Read {
        /// Games; a position is a game without moves.
        games: Vec<ReadGame>,
        /// Number of games omitted.
        more: usize,
        /// Why nothing could be read.
        fault: Option<String>,
    },
    /// A session was opened.
    Opened {
        /// The position's number, if it is one of the 300.
        position: Option<u32>,
        /// The position; null for a program.
        fen: Option<String>,
        /// The session.
        state: Box<State>,
        /// Warnings from the assembler.
        warnings: Vec<Diagnostic>,
    },
    /// A program was assembled, or has errors.
    Assembled(Assembled),
    /// A search of the laboratory has finished or was ended. The value is for the side to play; a search for a proof
    /// has an answer instead, and a search that was ended may have neither. The trace is described in
    /// `docs/reference/lab-trace.md`.
    Found(
        #[ts(
            type = "{ value: number | null, answer: boolean | null, line: string[], positions: number, \
                     ended: boolean, trace: unknown }"
        )]
        SearchResult,
    ),
    /// The session.
    State {
        /// Its current state.
        state: Box<State>,
    },
    /// The session has moved to another moment.
    Moved {
        /// Why it stopped.
        stop: Stop,
        /// The session afterwards.
        state: Box<State>,
    },
    /// A command was executed.
    Said {
        /// Human-readable lines.
        text: String,
        /// The fields of the debugger's JSON for the command.
        #[ts(type = "Record<string, unknown>")]
        data: Map<String, Json>,
        /// The session afterwards.
        state: Box<State>,
    },
    /// A task is in progress and is continued by `advance`. Sent to the worker, not to the page.
    Busy {
        /// Instructions executed in the slice.
        instructions: u64,
        /// Clocks spent in the slice.
        clocks: u64,
    },
    /// Source files and symbols.
    Sources {
        /// The session to which they belong.
        session: u32,
        /// The files.
        files: Vec<SourceFile>,
        /// The symbols, by name.
        symbols: Vec<Symbol>,
        /// The routines, by address.
        routines: Vec<Routine>,
    },
    /// Part of a memory.
    Memory {
        /// The memory.
        space: Space,
        /// Its first address.
        address: u16,
        /// Bytes in hexadecimal, two digits each.
        bytes: String,
    },
    /// Moves of the stored tree.
    Tree {
        /// The entry after which they are stored.
        entry: u16,
        /// True if these are all eligible moves.
        complete: bool,
        /// The moves, the best first.
        children: Vec<TreeEntry>,
    },
    /// Instructions.
    Disassembly {
        /// Ordered by address.
        lines: Vec<DisassembledLine>,
    },
    /// Where clocks were spent.
    Profile {
        /// Total number of clocks.
        clocks: u64,
        /// Call paths.
        stacks: Vec<Way>,
        /// Routines, the most expensive first.
        #[ts(type = "{ routine: string, calls: number, inclusive: number, exclusive: number }[]")]
        routines: Vec<z8000_debugger::profile::RoutineRow>,
        /// Lines, the most expensive first.
        lines: Vec<CostlyLine>,
    },
    /// The current state of the game.
    Game {
        /// The game.
        game: Box<Game>,
    },
    /// The game as PGN.
    Pgn {
        /// The text.
        text: String,
    },
    /// The request failed, and nothing has changed.
    Error {
        /// A sentence that says why, where, and how to correct it.
        message: String,
        /// True if the request would disturb the current task. Sent to the worker, not to the page.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        occupied: bool,
    },
}
