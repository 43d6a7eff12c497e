//! Parts of answers.

use serde::Serialize;
use ts_rs::TS;

use super::chess::Move;

/// A test position.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Problem {
    /// Its number.
    pub number: u32,
    /// Its name in the file, if it has one.
    pub id: Option<String>,
    /// The position.
    pub fen: String,
    /// The moves that solve it, in SAN as given in the file; empty if the question is about a value.
    pub solutions: String,
    /// The task as part of a sentence: `Qg6`, `avoid Kb2`.
    pub task: String,
    /// Seconds in the paper's Table 1; null if it was not solved there or is not listed.
    pub paper: Option<u32>,
    /// True if it is listed in Table 1.
    pub listed: bool,
}

/// A line that is not a position.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Broken {
    /// Its number, from 1.
    pub line: u64,
    /// The mistake.
    pub message: String,
}

/// An error or a warning of the assembler.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Diagnostic {
    /// The mistake.
    pub message: String,
    /// The text next to the carets; may be empty.
    pub label: String,
    /// The file.
    pub file: String,
    /// The number of the line, from 1.
    pub line: u32,
    /// The line.
    pub text: String,
    /// Column of the first caret, in characters from 1.
    pub column: usize,
    /// Number of carets.
    pub width: usize,
    /// Hints.
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
    /// Its size.
    pub size: Size,
    /// The lines that generated code or data.
    pub lines: Vec<ListedLine>,
}

/// The size of a program in bytes.
#[derive(Debug, Clone, Copy, Default, Serialize, TS)]
pub struct Size {
    /// In program memory.
    pub program: u64,
    /// In data memory.
    pub data: u64,
}

/// A line of a listing.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ListedLine {
    /// Index of the file in `files` of `sources`; 0 for the given source.
    pub file: u32,
    /// The number of the line, from 1.
    pub line: u32,
    /// Name of the section.
    pub section: String,
    /// Address.
    pub address: u32,
    /// Two hexadecimal digits per byte.
    pub bytes: String,
    /// Clocks as in a listing, `7` or `10+3n`; null if it is not an instruction.
    pub clocks: Option<String>,
}

/// A source file.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SourceFile {
    /// Its name.
    pub name: String,
    /// Its lines.
    pub lines: Vec<String>,
    /// Lines that generated code, by address.
    pub code: Vec<CodeLine>,
}

/// A line that generated code.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CodeLine {
    /// The number of the line, from 1.
    pub line: u32,
    /// Address.
    pub address: u16,
    /// Length in bytes.
    pub length: u32,
    /// Clocks as in a listing, `7` or `10+3n`; null if it is not an instruction.
    pub clocks: Option<String>,
}

/// A symbol.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: i64,
    /// The section that it is in.
    #[ts(type = r#""text" | "data" | "constant""#)]
    pub section: &'static str,
}

/// A routine.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Routine {
    /// Its name.
    pub name: String,
    /// Its first address.
    pub start: u16,
    /// The address after its last.
    pub end: u32,
}

/// A move of the stored tree.
#[derive(Debug, Clone, Serialize, TS)]
pub struct TreeEntry {
    /// Its address in data memory, for requesting the moves after it.
    pub entry: u16,
    /// The move.
    #[serde(rename = "move")]
    pub played: Move,
    /// Pawns that the move wins if the opponent passes.
    pub score: i8,
    /// Lower bound of the scores after it; null if there is a `hint` instead.
    pub lower: Option<i8>,
    /// Upper bound of the scores after it.
    pub upper: Option<i8>,
    /// The best move after it at the horizon, in coordinates.
    pub hint: Option<String>,
    /// True if the list of moves after it is complete.
    pub complete: bool,
    /// True if the opponent mates in one after it; null if that was not tested.
    pub mates: Option<bool>,
    /// Number of moves stored after it.
    pub children: usize,
}

/// An instruction.
#[derive(Debug, Clone, Serialize, TS)]
pub struct DisassembledLine {
    /// Its address.
    pub address: u16,
    /// Its words.
    pub words: Vec<u16>,
    /// Its text.
    pub text: String,
    /// Index of its source file.
    pub file: Option<usize>,
    /// Its line in the file.
    pub line: Option<u32>,
}

/// A call path.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Way {
    /// The routines, the outermost first.
    pub routines: Vec<String>,
    /// Clocks spent in the last routine itself.
    pub clocks: u64,
}

/// The cost of a line.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CostlyLine {
    /// Index of its source file.
    pub file: Option<usize>,
    /// Its line in the file.
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
