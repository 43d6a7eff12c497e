//! Requests, and the answer to each of them.

use bcp_laboratory::searches::SearchResult;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use ts_rs::TS;

use super::chess::Move;
use super::game::{Game, Person, ReadGame};
use super::state::{State, Stop};
use super::views::{Assembled, Broken, CostlyLine, Diagnostic, Problem, Routine, SourceFile, Symbol, TreeEntry, Way};

/// A request to the machine.
#[derive(Debug, Clone, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(optional_fields)]
pub enum Request {
    /// Lists the test positions in a file in EPD or in the CSV format of `programs/chess/suite/positions`.
    Positions {
        /// The contents of the file.
        file: String,
    },
    /// Checks whether a string is a position that can be opened.
    Fen {
        /// The FEN to check.
        fen: String,
    },
    /// Reads what a visitor pasted or dropped: games in PGN, a FEN, or an EPD.
    Read {
        /// The pasted or dropped text.
        text: String,
    },
    /// Prepares a run of many positions, as `bcp table1` does it. The answer is `prepared`.
    Prepare {
        /// The contents of a file of positions; default: the built-in positions.
        file: Option<String>,
        /// The positions of the run, such as `1-20` or `1,5,7-9`; default: all.
        positions: Option<String>,
        /// Z8000 seconds after which a search is abandoned, 0.01 to 100,000.
        seconds: f64,
    },
    /// Searches a position of the run, or continues its search if that was interrupted. The answer is `solved`.
    Solve {
        /// Number of the position.
        number: u32,
    },
    /// Summarises the results of positions as `bcp table1` does.
    Summary {
        /// The results, one JSON line each.
        lines: String,
    },
    /// Opens a position as a debugger session.
    Open(Open),
    /// Assembles a program and opens it as a debugger session. If there are errors, the answer is `assembled`.
    Load {
        /// Source text of the program.
        source: String,
        /// Characters to be received at the serial port; default: none.
        input: Option<String>,
    },
    /// Assembles a program to show errors and a listing. The open session is kept.
    Assemble {
        /// Source text of the program.
        source: String,
    },
    /// Runs a search of the laboratory to its end, or until it has done as much as a page can wait for. The open
    /// session is kept. The answer is `found`.
    Search {
        /// The search, by its name in `bcp-lab trace`.
        search: String,
        /// A FEN, or a tree such as `0(5(3 4!) 2)`.
        position: String,
        /// Depth in plies, or in moves for a search for mates in chess: 0 to 30.
        depth: i32,
        /// Maximum number of recorded calls or nodes, up to 2,000; default: 2,000.
        calls: Option<u32>,
    },
    /// Runs the session until something stops it. The answer, `moved`, comes when it has stopped.
    Run,
    /// Goes to a moment in the past or the future, given by either `instruction` or `clocks`. The answer is `moved`.
    Seek {
        /// The moment in instructions since the beginning.
        instruction: Option<f64>,
        /// The moment in clocks since the search began, as in `Iteration.clocks` and the results of Table 1.
        clocks: Option<f64>,
    },
    /// A debugger command, as listed in `docs/reference/debugger.md` and `debugger-chess.md`. The answer is `said`.
    Command {
        /// The command and its arguments.
        line: String,
    },
    /// Starts or stops following the growing tree of the open session, which states include while it is followed. The
    /// answer is `state`.
    Follow {
        /// True to start following the tree, false to stop.
        tree: bool,
    },
    /// Lets the followed tree grow to the current moment of the session. The answer is `state`.
    Grow,
    /// Continues the current task for a slice. Sent by the worker, not by the page.
    Advance(Slice),
    /// Ends the current task. Sent by the worker when the page sends `pause`.
    Interrupt,
    /// Returns the current state of the session.
    State,
    /// Returns source files, lines that generated code, and symbols. They do not change while a session is open.
    Sources,
    /// Returns part of a memory.
    Memory {
        /// The memory.
        space: Space,
        /// First address of the part.
        address: u16,
        /// Number of bytes, 1 to 65,536. Bytes beyond address 65,535 are omitted.
        length: u32,
    },
    /// Returns the moves stored after an entry of the tree.
    Tree {
        /// Address of the entry; default: the root's.
        entry: Option<u16>,
    },
    /// Returns where clocks were spent between a moment and now.
    Profile {
        /// The moment from which clocks are counted; default: the beginning.
        since: Option<Since>,
    },
    /// Begins a game against the program, on its own board, independently of the session.
    NewGame {
        /// The initial position; default: the usual one.
        fen: Option<String>,
        /// A game in PGN, which is continued; position and moves are then its own.
        pgn: Option<String>,
        /// Moves already played, in coordinates or SAN.
        #[serde(default)]
        #[ts(as = "Option<Vec<String>>")]
        moves: Vec<String>,
        /// The sides that humans play.
        person: Person,
        /// Z8000 seconds for each of the program's moves, 0.01 to 100,000.
        seconds: f64,
    },
    /// Changes the time, starting with the program's next move.
    Level {
        /// Z8000 seconds for each of the program's moves, 0.01 to 100,000.
        seconds: f64,
    },
    /// Plays a move.
    Move {
        /// The move in coordinates or SAN.
        #[serde(rename = "move")]
        text: String,
    },
    /// Makes the program choose a move and play it. The answer comes when the move has been played.
    Think,
    /// Takes moves back up to and including the human's last move, or one ply if a human plays both sides or neither.
    TakeBack,
    /// Resigns for the human or, if a human plays both sides or neither, for the side to play.
    Resign,
    /// Claims the draw that the game says may be claimed.
    Claim,
    /// Returns the current state of the game.
    Game,
    /// Returns the game as PGN.
    Pgn {
        /// Date of the game as `YYYY.MM.DD`, since the machine has no calendar; default: unknown. A game that was
        /// read keeps its own.
        date: Option<String>,
        /// Comments to add: the first one before the first move, the others after one move each.
        #[serde(default)]
        #[ts(as = "Option<Vec<String>>")]
        comments: Vec<String>,
    },
}

impl Request {
    /// Returns true if the request would disturb the current task.
    pub(crate) const fn disturbs(&self) -> bool {
        !matches!(
            self,
            Self::Positions { .. }
                | Self::Fen { .. }
                | Self::Read { .. }
                | Self::Summary { .. }
                | Self::Assemble { .. }
                | Self::Search { .. }
                | Self::Advance(_)
                | Self::Interrupt
                | Self::State
                | Self::Sources
                | Self::Memory { .. }
                | Self::Tree { .. }
                | Self::Follow { .. }
                | Self::Game
                | Self::Pgn { .. }
        )
    }
}

/// A position to open.
#[derive(Debug, Clone, Default, Deserialize, TS)]
#[ts(optional_fields)]
pub struct Open {
    /// Number of one of the 300 built-in positions; if omitted, `fen` gives the position.
    pub position: Option<u32>,
    /// The position as a FEN with four or six fields, if `position` is omitted.
    pub fen: Option<String>,
    /// Moves that solve the position, in SAN as in an EPD file. If they are given, `State` tells when the position is
    /// solved.
    pub solutions: Option<String>,
    /// Maximum iteration depth, 0 to 30; default: 30.
    pub depth: Option<u8>,
}

/// How far a task continues before the worker polls the page again.
#[derive(Debug, Clone, Copy, Default, Deserialize, TS)]
#[ts(optional_fields)]
pub struct Slice {
    /// Maximum number of instructions.
    pub instructions: f64,
    /// Maximum number of clocks; by default, only instructions are limited.
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
    /// The mark set with the debugger's `mark` command.
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
        /// Lines of the file that do not contain a usable position.
        broken: Vec<Broken>,
    },
    /// Whether a position can be opened.
    Fen {
        /// Why the string is not a position that can be opened; null if it is one.
        fault: Option<String>,
    },
    /// What was read.
    Read {
        /// The games; a position is a game without moves.
        games: Vec<ReadGame>,
        /// Number of games omitted after the first 1,000.
        more: usize,
        /// Why nothing could be read; null if something was.
        fault: Option<String>,
    },
    /// A run of positions is prepared.
    Prepared {
        /// True if the program is compiled as it runs, false if it is interpreted.
        compiled: bool,
        /// The settings and the origin of its results, as JSON; equal for equal runs.
        run: String,
        /// The numbers of its positions.
        positions: Vec<u32>,
    },
    /// A position of the run was searched.
    Solved {
        /// Its result as a JSON line, as `bcp table1 --out` writes it; null if the search was interrupted.
        line: Option<String>,
    },
    /// The summary of results.
    Summary {
        /// The lines that `bcp table1` prints below its table.
        text: String,
    },
    /// A session was opened.
    Opened {
        /// The position's number, if it is one of the 300 built-in positions.
        position: Option<u32>,
        /// The position; null for a program.
        fen: Option<String>,
        /// Legal moves in the position; none for a program.
        legal: Vec<Move>,
        /// The session.
        state: Box<State>,
        /// Warnings issued by the assembler.
        warnings: Vec<Diagnostic>,
    },
    /// A program was assembled, or has errors.
    Assembled(Assembled),
    /// A search of the laboratory has finished or was stopped. The value is for the side to play; a search for a proof
    /// has an answer instead, and a search that was stopped may have neither. The trace is described in
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
        /// Current state of the session.
        state: Box<State>,
    },
    /// The session has moved to another moment.
    Moved {
        /// Why the session stopped.
        stop: Stop,
        /// The session afterwards.
        state: Box<State>,
    },
    /// A command was executed.
    Said {
        /// Human-readable lines.
        text: String,
        /// The fields of the command's JSON output, as in the debugger.
        #[ts(type = "Record<string, unknown>")]
        data: Map<String, Json>,
        /// The session afterwards.
        state: Box<State>,
    },
    /// A task is in progress, and `advance` continues it. Sent to the worker, not to the page.
    Busy {
        /// Instructions executed in the slice.
        instructions: u64,
        /// Clocks spent in the slice.
        clocks: u64,
    },
    /// Source files and symbols.
    Sources {
        /// Number of the session to which the answer belongs.
        session: u32,
        /// The source files of the program.
        files: Vec<SourceFile>,
        /// The symbols, in alphabetical order of their names.
        symbols: Vec<Symbol>,
        /// The routines, in ascending order of address.
        routines: Vec<Routine>,
    },
    /// Part of a memory.
    Memory {
        /// The memory.
        space: Space,
        /// First address of the part.
        address: u16,
        /// The bytes in hexadecimal, two digits each.
        bytes: String,
    },
    /// Moves of the stored tree.
    Tree {
        /// The entry after which the moves are stored.
        entry: u16,
        /// True if these are all eligible moves of the position.
        complete: bool,
        /// The moves, the best first.
        children: Vec<TreeEntry>,
    },
    /// Where clocks were spent.
    Profile {
        /// Total number of clocks.
        clocks: u64,
        /// Call paths, each with the clocks spent in its last routine.
        stacks: Vec<Way>,
        /// Routines, the most expensive first.
        #[ts(type = "{ routine: string, calls: number, inclusive: number, exclusive: number }[]")]
        routines: Vec<z8000_debugger::profile::RoutineRow>,
        /// The 500 most expensive lines, the most expensive first.
        lines: Vec<CostlyLine>,
    },
    /// The current state of the game.
    Game {
        /// The game with all its moves.
        game: Box<Game>,
    },
    /// The game as PGN.
    Pgn {
        /// The PGN of the game.
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
