//! Requests, and the answer that each of them has.

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
    /// The positions that are built in, or those of a file in EPD or in the CSV of `programs/chess/suite/positions`.
    Positions {
        /// The file's text.
        file: Option<String>,
    },
    /// Whether a text is a position that can be opened.
    Fen {
        /// The text.
        fen: String,
    },
    /// Reads what a visitor has pasted or dropped: games as PGN, a FEN, an EPD, or a link with a position.
    Read {
        /// The text.
        text: String,
    },
    /// Opens a position as a session of the debugger.
    Open(Open),
    /// Assembles a program and opens it as a session of the debugger. With errors the answer is `assembled`.
    Load {
        /// Its source.
        source: String,
        /// Characters that wait on the serial port.
        input: Option<String>,
        /// Frequency of the Z8000; 4,000,000 if it is not given.
        hertz: Option<f64>,
    },
    /// Assembles a program, to show errors and listing. The open session stays.
    Assemble {
        /// Its source.
        source: String,
    },
    /// Runs a search of the laboratory to its end, or to that of the page's patience. The open session stays. The
    /// answer is `found`.
    Search {
        /// The search, by the name that `bcp-lab trace` has for it.
        search: String,
        /// A FEN, or a tree as `0(5(3 4!) 2)`.
        position: String,
        /// Plies, 0 to 30; in chess, of a search for mates, moves.
        depth: i32,
        /// Calls or nodes of its tree that are written down, 2,000 at most and if it is not given.
        calls: Option<u32>,
    },
    /// Runs the session until something stops it. The answer, `moved`, comes then.
    Run,
    /// Goes to a moment, of the past or of the future. The answer is `moved`.
    Seek {
        /// Instructions since the beginning.
        instruction: Option<f64>,
        /// Clocks since the search began: `Iteration.clocks` and the results of Table 1 count them so.
        clocks: Option<f64>,
    },
    /// A command of the debugger, as `docs/reference/debugger.md` lists them. The answer is `said`.
    Command {
        /// The command and its arguments.
        line: String,
    },
    /// Says whether the tree of the open session is followed as it grows: states have it then. The answer is `state`.
    Follow {
        /// True if it is.
        tree: bool,
    },
    /// Lets the tree that is followed grow to the moment of the session. The answer is `state`.
    Grow,
    /// Lets the task under way go on for a slice. The worker asks this, not the page.
    Advance(Slice),
    /// Ends the task under way. The worker asks this where the page says `pause`.
    Interrupt,
    /// The session as it stands.
    State,
    /// Source files, lines that became code, symbols. They do not change while a session is open.
    Sources,
    /// A part of a memory.
    Memory {
        /// The memory.
        space: Space,
        /// Its first address.
        address: u16,
        /// 1 to 65,536 bytes. What lies behind address 65,535 is not there.
        length: u32,
    },
    /// The moves stored behind an entry of the tree.
    Tree {
        /// Address of the entry; the root's if it is not given.
        entry: Option<u16>,
    },
    /// Instructions around an address, as the memory has them now.
    Disassembly {
        /// The address.
        address: u16,
        /// How many before it; `None` if it is not given.
        before: Option<u16>,
        /// How many from it on; one if it is not given.
        after: Option<u16>,
    },
    /// Where the clocks went, from a moment to the present.
    Profile {
        /// That moment; the beginning if it is not given.
        since: Option<Since>,
    },
    /// Begins a game against the program, on a board of its own, beside the session.
    NewGame {
        /// Where it begins; the usual position if it is not given.
        fen: Option<String>,
        /// Moves that have been played already, in coordinates or SAN.
        #[serde(default)]
        #[ts(as = "Option<Vec<String>>")]
        moves: Vec<String>,
        /// The sides that a person plays.
        person: Person,
        /// Time for the program.
        level: Level,
        /// Frequency of the Z8000; 4,000,000 if it is not given.
        hertz: Option<f64>,
    },
    /// Changes the level, from the program's next move on.
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
    /// Has the program look for a move and play it. The answer comes when it has.
    Think,
    /// Takes back to the person's last move, or one ply if the person has both sides or none.
    TakeBack,
    /// Gives up for the side to play.
    Resign,
    /// The game as it stands.
    Game,
    /// The game as PGN.
    Pgn {
        /// `YYYY.MM.DD`: the machine has no calendar.
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
    /// Four fields or six.
    pub fen: Option<String>,
    /// Moves that solve it, in SAN, as an EPD file names them: `State` says then when it is solved.
    pub solutions: Option<String>,
    /// Deepest iteration, 0 to 30; 30 if it is not given.
    pub depth: Option<u8>,
    /// The simple version, without the stored tree.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub simple: bool,
    /// Readings of the questions that the papers leave open, by name: `HORIZON_MATES` and so on, as `asm/constants.s`
    /// has them.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub readings: BTreeMap<String, i64>,
    /// Frequency of the Z8000; 4,000,000 if it is not given.
    pub hertz: Option<f64>,
}

/// How far a task goes on before the worker hears the page again.
#[derive(Debug, Clone, Copy, Default, Deserialize, TS)]
#[ts(optional_fields)]
pub struct Slice {
    /// At most so many instructions.
    pub instructions: f64,
    /// At most so many clocks.
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
    /// The stop before.
    Last,
}

/// An answer of the machine. Every request has exactly one.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Answer {
    /// Test positions.
    Positions {
        /// Those that can be used.
        positions: Vec<Problem>,
        /// Lines of a file that are not positions.
        broken: Vec<Broken>,
    },
    /// A position can be opened, or not.
    Fen {
        /// Why not.
        fault: Option<String>,
    },
    /// What was read.
    Read {
        /// Games; a position is a game without moves.
        games: Vec<ReadGame>,
        /// Games that are left out.
        more: usize,
        /// Why there is none.
        fault: Option<String>,
    },
    /// A session was opened.
    Opened {
        /// The position's number, if it is one of the 300.
        position: Option<u32>,
        /// The position; null of a program.
        fen: Option<String>,
        /// The session.
        state: Box<State>,
        /// Warnings of the assembler.
        warnings: Vec<Diagnostic>,
    },
    /// A program was assembled, or has errors.
    Assembled(Assembled),
    /// A search of the laboratory has come to its end, or was ended. The value is for the side to play; a search for a
    /// proof has an answer instead, and one that was ended may have neither. The trace is that of
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
        /// As it stands.
        state: Box<State>,
    },
    /// The session has been moved.
    Moved {
        /// Why it has stopped.
        stop: Stop,
        /// The session after it.
        state: Box<State>,
    },
    /// A command has been executed.
    Said {
        /// Lines for people.
        text: String,
        /// The fields that the debugger's JSON has for the command.
        #[ts(type = "Record<string, unknown>")]
        data: Map<String, Json>,
        /// The session after it.
        state: Box<State>,
    },
    /// A task is under way and wants to go on by `advance`. The worker is told this, not the page.
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
        /// The memory.
        space: Space,
        /// Its first address.
        address: u16,
        /// Bytes in hexadecimal, two digits each.
        bytes: String,
    },
    /// Moves of the stored tree.
    Tree {
        /// The entry that they stand behind.
        entry: u16,
        /// True if these are all eligible moves.
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
    Profile {
        /// All of them.
        clocks: u64,
        /// Ways through the routines.
        stacks: Vec<Way>,
        /// Routines, the largest first.
        #[ts(type = "{ routine: string, calls: number, inclusive: number, exclusive: number }[]")]
        routines: Vec<z8000_debugger::profile::RoutineRow>,
        /// Lines, the largest first.
        lines: Vec<CostlyLine>,
    },
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
        /// A sentence that says why, where, and how to mend it.
        message: String,
        /// True if it would disturb the task under way. The worker is told this, not the page.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        occupied: bool,
    },
}
