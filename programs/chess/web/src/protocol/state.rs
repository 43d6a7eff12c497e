//! A session at a moment.

use serde::Serialize;

use super::chess::Chess;

/// Why the session has stopped.
#[derive(Debug, Clone, Serialize)]
pub struct Stop {
    /// One word.
    pub reason: &'static str,
    /// A sentence.
    pub text: String,
    /// Breakpoints that were hit.
    pub breakpoints: Vec<u32>,
}

/// A session at a moment.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// Counts the sessions.
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
    /// Whether it is under way.
    pub running: bool,
    /// Why it cannot go on.
    pub end: Option<&'static str>,
    /// The processor.
    pub cpu: Cpu,
    /// Where it is.
    pub place: Place,
    /// The innermost routine first.
    pub stack: Vec<Frame>,
    /// What stops it.
    pub breakpoints: Vec<Breakpoint>,
    /// Expressions with their values.
    pub displays: Vec<Display>,
    /// What breakpoints have logged, the end of it.
    pub notes: Vec<Note>,
    /// What the program has sent.
    pub console: Console,
    /// Snapshots.
    pub history: History,
    /// The search.
    pub chess: Option<Chess>,
}

/// The processor.
#[derive(Debug, Clone, Serialize)]
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
    /// Registers that have changed since the stop before.
    pub changed: Vec<usize>,
    /// Whether the flags have.
    pub flags_changed: bool,
}

/// The flags.
#[derive(Debug, Clone, Copy, Serialize)]
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
#[derive(Debug, Clone, Serialize)]
pub struct Place {
    /// Its address.
    pub address: u16,
    /// Routine and distance.
    pub name: String,
    /// Index of its source file.
    pub file: Option<usize>,
    /// Its line there.
    pub line: Option<u32>,
    /// The instruction.
    pub text: String,
    /// As a listing has them.
    pub clocks: Option<String>,
    /// What made the line.
    pub expansions: Vec<Expansion>,
}

/// A macro call or a repetition.
#[derive(Debug, Clone, Serialize)]
pub struct Expansion {
    /// What it is.
    pub what: String,
    /// Index of the file that asks for it.
    pub file: usize,
    /// The line there.
    pub line: u32,
}

/// A routine that has not returned.
#[derive(Debug, Clone, Serialize)]
pub struct Frame {
    /// The next instruction, or the call.
    pub address: u16,
    /// Routine and distance.
    pub name: String,
    /// The routine.
    pub routine: String,
    /// Index of its source file.
    pub file: Option<usize>,
    /// Its line there.
    pub line: Option<u32>,
    /// Where its return address is.
    pub slot: Option<u16>,
}

/// A breakpoint.
#[derive(Debug, Clone, Serialize)]
pub struct Breakpoint {
    /// Its number.
    pub id: u32,
    /// All of it.
    pub text: String,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Of one on instructions, their addresses.
    pub addresses: Vec<u16>,
    /// It stops only where this holds.
    pub condition: Option<String>,
    /// How often it was hit.
    pub hits: u64,
    /// Hits that do not stop.
    pub ignore: u64,
    /// Whether its first stop deletes it.
    pub once: bool,
    /// Whether it logs instead of stopping.
    pub logs: bool,
}

/// An expression with its value.
#[derive(Debug, Clone, Serialize)]
pub struct Display {
    /// The expression.
    pub expression: String,
    /// Its value, or why it has none.
    pub value: String,
}

/// What a breakpoint has logged.
#[derive(Debug, Clone, Serialize)]
pub struct Note {
    /// When.
    pub instruction: u64,
    /// When, in clocks.
    pub clocks: u64,
    /// What.
    pub text: String,
}

/// What the program has sent.
#[derive(Debug, Clone, Serialize)]
pub struct Console {
    /// The end of it.
    pub text: String,
    /// Bytes before that.
    pub omitted: usize,
}

/// Snapshots of the past.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct History {
    /// How many.
    pub snapshots: usize,
    /// Their memory.
    pub bytes: usize,
}
