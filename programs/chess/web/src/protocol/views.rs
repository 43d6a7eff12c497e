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
    /// The moves that solve it, in SAN as the file has them; empty if it is a question about a value.
    pub solutions: String,
    /// The task as a part of a sentence: `Qg6`, `avoid Kb2`.
    pub task: String,
    /// Seconds of the paper's Table 1; null if it was not solved there or is not in it.
    pub paper: Option<u32>,
    /// True if Table 1 has it.
    pub listed: bool,
}

/// A line that is not a position.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Broken {
    /// From 1.
    pub line: u64,
    /// The mistake.
    pub message: String,
}

/// An error or a warning of the assembler.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Diagnostic {
    /// The mistake.
    pub message: String,
    /// The text beside the carets; may be empty.
    pub label: String,
    /// The file.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// The line.
    pub text: String,
    /// Of the first caret, in characters from 1.
    pub column: usize,
    /// How many carets there are.
    pub width: usize,
    /// Hints.
    pub notes: Vec<String>,
}

/// A source that was assembled.
#[derive(Debug, Clone, Default, Serialize, TS)]
pub struct Assembled {
    /// True if it is a program.
    pub ok: bool,
    /// The reasons why not.
    pub errors: Vec<Diagnostic>,
    /// Lines that are likely not meant so.
    pub warnings: Vec<Diagnostic>,
    /// Errors and warnings that were left out because there are so many.
    pub more: usize,
    /// Bytes.
    pub size: Size,
    /// The lines that became something.
    pub lines: Vec<ListedLine>,
}

/// Bytes of a program.
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
    /// Index of the file in `files` of `sources`; 0 for the text that was given.
    pub file: u32,
    /// From 1.
    pub line: u32,
    /// Name of the section.
    pub section: String,
    /// Address.
    pub address: u32,
    /// Two hexadecimal digits for each byte.
    pub bytes: String,
    /// Clocks as a listing has them, `7` or `10+3n`; null if it is not an instruction.
    pub clocks: Option<String>,
}

/// A source file.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SourceFile {
    /// Its name.
    pub name: String,
    /// Its lines.
    pub lines: Vec<String>,
    /// Lines that became code, by address.
    pub code: Vec<CodeLine>,
}

/// A line that became code.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CodeLine {
    /// From 1.
    pub line: u32,
    /// Address.
    pub address: u16,
    /// Bytes.
    pub length: u32,
    /// Clocks as a listing has them, `7` or `10+3n`; null if it is not an instruction.
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
    /// The address behind it.
    pub end: u32,
}

/// A move of the stored tree.
#[derive(Debug, Clone, Serialize, TS)]
pub struct TreeEntry {
    /// Its address in data memory, to ask for the moves behind it.
    pub entry: u16,
    /// The move.
    #[serde(rename = "move")]
    pub played: Move,
    /// Pawns that it wins if the opponent passes.
    pub score: i8,
    /// Lower bound of that; null where `hint` takes its place.
    pub lower: Option<i8>,
    /// Upper bound of that.
    pub upper: Option<i8>,
    /// The best move behind it at the horizon, in coordinates.
    pub hint: Option<String>,
    /// True if the list behind it is complete.
    pub complete: bool,
    /// True if the opponent mates in one behind it; null where that was not tested.
    pub mates: Option<bool>,
    /// How many moves are stored behind it.
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
    /// Its line there.
    pub line: Option<u32>,
}

/// A way through the routines.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Way {
    /// The outermost first.
    pub routines: Vec<String>,
    /// Clocks of the last one alone.
    pub clocks: u64,
}

/// The cost of a line.
#[derive(Debug, Clone, Serialize, TS)]
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
