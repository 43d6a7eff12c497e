//! Parts of answers: test positions, assembled programs, sources, trees and profiles.

use serde::Serialize;
use ts_rs::TS;

use super::chess::Move;

/// A test position.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Problem {
    /// Number of the position.
    pub number: u32,
    /// Name of the position in the file, if it has one.
    pub id: Option<String>,
    /// The position.
    pub fen: String,
    /// The best moves as given in the file; empty if it gives only moves to avoid.
    pub solutions: String,
    /// The task, such as `to be played: Qg6` or `to be avoided: Kb2`.
    pub task: String,
}

/// A line of a file that is not a valid position.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Broken {
    /// Number of the line, from 1.
    pub line: u64,
    /// Description of the mistake.
    pub message: String,
}

/// An error or a warning of the assembler.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Diagnostic {
    /// Description of the mistake.
    pub message: String,
    /// The text next to the carets; may be empty.
    pub label: String,
    /// Name of the file.
    pub file: String,
    /// Number of the line, from 1.
    pub line: u32,
    /// Text of the line.
    pub text: String,
    /// Column of the first caret, in characters from 1.
    pub column: usize,
    /// Number of carets.
    pub width: usize,
    /// Hints on the mistake.
    pub notes: Vec<String>,
}

/// The result of assembling a source.
#[derive(Debug, Clone, Default, Serialize, TS)]
pub struct Assembled {
    /// True if there are no errors.
    pub ok: bool,
    /// The errors.
    pub errors: Vec<Diagnostic>,
    /// Warnings about lines that are likely to be mistakes.
    pub warnings: Vec<Diagnostic>,
    /// Number of further errors and warnings that were omitted.
    pub more: usize,
    /// Size of the program.
    pub size: Size,
    /// The lines that generated code or data.
    pub lines: Vec<ListedLine>,
}

/// The size of a program in bytes.
#[derive(Debug, Clone, Copy, Default, Serialize, TS)]
pub struct Size {
    /// Bytes in program memory.
    pub program: u64,
    /// Bytes in data memory.
    pub data: u64,
}

/// A line of a listing.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ListedLine {
    /// Index of the file in `files` of `sources`; 0 for the given source.
    pub file: u32,
    /// Number of the line, from 1.
    pub line: u32,
    /// Name of the section.
    pub section: String,
    /// Address of the line's first byte.
    pub address: u32,
    /// The bytes of the line, as two hexadecimal digits each.
    pub bytes: String,
    /// Clocks as in a listing, `7` or `10+3n`; null if the line is not an instruction.
    pub clocks: Option<String>,
}

/// A source file.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SourceFile {
    /// Name of the file.
    pub name: String,
    /// Lines of the file.
    pub lines: Vec<String>,
    /// Lines that generated code, in ascending order of address.
    pub code: Vec<CodeLine>,
}

/// A line that generated code.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CodeLine {
    /// Number of the line, from 1.
    pub line: u32,
    /// Address of the line's first byte.
    pub address: u16,
    /// Length in bytes.
    pub length: u32,
    /// Clocks as in a listing, `7` or `10+3n`; null if the line is not an instruction.
    pub clocks: Option<String>,
}

/// A symbol.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Symbol {
    /// Name of the symbol.
    pub name: String,
    /// Value of the symbol.
    pub value: i64,
    /// The section that contains the symbol.
    #[ts(type = r#""text" | "data" | "constant""#)]
    pub section: &'static str,
}

/// A routine.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Routine {
    /// Name of the routine.
    pub name: String,
    /// First address of the routine.
    pub start: u16,
    /// The address after the routine's last byte.
    pub end: u32,
}

/// A move of the stored tree.
#[derive(Debug, Clone, Serialize, TS)]
pub struct TreeEntry {
    /// Address of the entry in data memory, for requesting the moves after this move.
    pub entry: u16,
    /// The move.
    #[serde(rename = "move")]
    pub played: Move,
    /// Value of the move in pawns, for the side that plays it, if the opponent passes.
    pub score: i8,
    /// The highest score that a move outside the list can have, if the list is complete; null if there is a `hint`
    /// instead.
    pub lower: Option<i8>,
    /// The bound at which scores in the list were cut off; null if there is a `hint` instead.
    pub upper: Option<i8>,
    /// The best reply found one ply from the horizon, in coordinates, if there is no list yet; otherwise, null.
    pub hint: Option<String>,
    /// True if the list of moves after this move is complete.
    pub complete: bool,
    /// True if the opponent can mate in one after the move; null if that was not tested.
    pub mates: Option<bool>,
    /// Number of moves stored after this move.
    pub children: usize,
}

/// A call path.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Way {
    /// The routines, the outermost first.
    pub routines: Vec<String>,
    /// Clocks spent in the last routine itself.
    pub clocks: u64,
}

/// The cost of executing a line.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CostlyLine {
    /// Index of the source file; null if there is no source line.
    pub file: Option<usize>,
    /// Number of the line in the file.
    pub line: Option<u32>,
    /// Address of the line's first instruction.
    pub address: u16,
    /// Text of the line.
    pub text: String,
    /// Number of times that the line was executed.
    pub count: u64,
    /// Clocks spent in the line.
    pub clocks: u64,
}
