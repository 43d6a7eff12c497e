//! A session at a moment.

use serde::Serialize;
use ts_rs::TS;

use super::chess::Chess;

/// Why the session has stopped.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Stop {
    /// The reason in a word.
    #[ts(type = r#""done" | "breakpoint" | "halted" | "input" | "error" | "interrupted" | "beginning""#)]
    pub reason: &'static str,
    /// The reason as a sentence.
    pub text: String,
    /// Numbers of the breakpoints that were hit.
    pub breakpoints: Vec<u32>,
}

/// A moment of the session, with all that a view shows.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// Counts the sessions that were opened: answers about an older one are of no use any more.
    pub session: u32,
    /// Instructions since the beginning.
    pub instruction: u64,
    /// The furthest that it has come.
    pub furthest: u64,
    /// Clocks since the beginning.
    pub clocks: u64,
    /// Frequency of the Z8000.
    pub hertz: u64,
    /// Z8000 seconds since the beginning.
    pub seconds: f64,
    /// Why the program cannot go on from here, if it cannot.
    #[ts(type = r#""halted" | "input" | "error" | null"#)]
    pub end: Option<&'static str>,
    /// The processor.
    pub cpu: Cpu,
    /// Where it is.
    pub place: Place,
    /// The innermost routine first.
    pub stack: Vec<Frame>,
    /// The breakpoints.
    pub breakpoints: Vec<Breakpoint>,
    /// Expressions with their values.
    pub displays: Vec<Display>,
    /// The last 200 messages that breakpoints have logged.
    pub notes: Vec<Note>,
    /// All that the program has sent, or the end of it.
    pub console: Console,
    /// Snapshots.
    pub history: History,
    /// The search; null in another program.
    pub chess: Option<Chess>,
}

/// The processor.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Cpu {
    /// Program counter.
    pub pc: u16,
    /// Flag and control word.
    pub fcw: u16,
    /// Its flags.
    pub flags: Flags,
    /// R0 to R15.
    pub registers: [u16; 16],
    /// Registers that have changed since the last stop: 0 to 15.
    pub changed: Vec<usize>,
    /// True if the flags have.
    pub flags_changed: bool,
}

/// The flags.
#[derive(Debug, Clone, Copy, Serialize, TS)]
#[serde(rename_all = "UPPERCASE")]
pub struct Flags {
    /// Carry.
    pub c: bool,
    /// Zero.
    pub z: bool,
    /// Sign.
    pub s: bool,
    /// Parity or overflow.
    pub pv: bool,
    /// Decimal adjust.
    pub da: bool,
    /// Half carry.
    pub h: bool,
}

/// A place in the program.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Place {
    /// Its address.
    pub address: u16,
    /// Routine and distance: `t2v+12`.
    pub name: String,
    /// Index of its source file; null without a source line.
    pub file: Option<usize>,
    /// Its line there.
    pub line: Option<u32>,
    /// The instruction.
    pub text: String,
    /// As a listing has them.
    pub clocks: Option<String>,
    /// Macro calls that made the line, the innermost first.
    pub expansions: Vec<Expansion>,
}

/// A macro call or a repetition.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Expansion {
    /// Its name and kind.
    pub what: String,
    /// Index of the file that asks for it.
    pub file: usize,
    /// The line there.
    pub line: u32,
}

/// A routine that has not returned.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Frame {
    /// The next instruction, or the call if it is a caller.
    pub address: u16,
    /// Routine and distance.
    pub name: String,
    /// The routine.
    pub routine: String,
    /// Index of its source file.
    pub file: Option<usize>,
    /// Its line there.
    pub line: Option<u32>,
    /// Data address of its return address; null for the outermost.
    pub slot: Option<u16>,
}

/// A breakpoint.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Breakpoint {
    /// Its number.
    pub id: u32,
    /// The breakpoint as it was written, with its condition and the rest.
    pub text: String,
    /// True if it is enabled.
    pub enabled: bool,
    /// Program addresses of one on instructions.
    pub addresses: Vec<u16>,
    /// It stops only where this holds.
    pub condition: Option<String>,
    /// How often it was hit.
    pub hits: u64,
    /// Hits that do not stop.
    pub ignore: u64,
    /// True if its first stop deletes it.
    pub once: bool,
    /// True if it logs a message instead of stopping.
    pub logs: bool,
}

/// An expression with its value.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Display {
    /// The expression.
    pub expression: String,
    /// Its value, or why it has none.
    pub value: String,
}

/// A message that a breakpoint has logged.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Note {
    /// When.
    pub instruction: u64,
    /// When, in clocks.
    pub clocks: u64,
    /// The message.
    pub text: String,
}

/// The output of the program.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Console {
    /// The end of it.
    pub text: String,
    /// Bytes before that.
    pub omitted: usize,
}

/// Snapshots of the past.
#[derive(Debug, Clone, Copy, Serialize, TS)]
pub struct History {
    /// How many.
    pub snapshots: usize,
    /// Their memory.
    pub bytes: usize,
}
