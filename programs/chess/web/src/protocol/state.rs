//! A session at a given moment.

use serde::Serialize;
use ts_rs::TS;

use super::chess::Chess;

/// Why the session stopped.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Stop {
    /// The reason as a single word.
    #[ts(type = r#""done" | "breakpoint" | "halted" | "input" | "error" | "interrupted" | "beginning""#)]
    pub reason: &'static str,
    /// The reason as a sentence.
    pub text: String,
    /// Numbers of the breakpoints that were hit.
    pub breakpoints: Vec<u32>,
}

/// A moment of the session, with everything that a view shows.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// Number of the session, in the order in which sessions were opened. Answers about an older session are obsolete.
    pub session: u32,
    /// Instructions since the beginning.
    pub instruction: u64,
    /// The furthest moment reached, in instructions.
    pub furthest: u64,
    /// Clocks since the beginning.
    pub clocks: u64,
    /// Frequency of the Z8000.
    pub hertz: u64,
    /// Z8000 seconds since the beginning.
    pub seconds: f64,
    /// Why the program cannot continue from here; null if it can.
    #[ts(type = r#""halted" | "input" | "error" | null"#)]
    pub end: Option<&'static str>,
    /// The processor.
    pub cpu: Cpu,
    /// The current place.
    pub place: Place,
    /// The call stack, the innermost routine first.
    pub stack: Vec<Frame>,
    /// The breakpoints.
    pub breakpoints: Vec<Breakpoint>,
    /// Expressions with their values.
    pub displays: Vec<Display>,
    /// The last 200 messages logged by breakpoints.
    pub notes: Vec<Note>,
    /// Everything that the program has sent, or the end of it.
    pub console: Console,
    /// Snapshots.
    pub history: History,
    /// The search; null in other programs.
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
    /// Registers that have changed since the last stop, 0 to 15.
    pub changed: Vec<usize>,
    /// True if the flags have changed.
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
    /// Routine and offset: `t2v+12`.
    pub name: String,
    /// Index of its source file; null if there is no source line.
    pub file: Option<usize>,
    /// Its line in the file.
    pub line: Option<u32>,
    /// The instruction.
    pub text: String,
    /// Clocks, as in a listing.
    pub clocks: Option<String>,
    /// Macro calls that generated the line, the innermost first.
    pub expansions: Vec<Expansion>,
}

/// A macro call or a repetition.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Expansion {
    /// Its name and kind.
    pub what: String,
    /// Index of the file that contains it.
    pub file: usize,
    /// Its line in the file.
    pub line: u32,
}

/// A routine that has not returned yet.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Frame {
    /// The next instruction or, in a caller, the call.
    pub address: u16,
    /// Routine and offset.
    pub name: String,
    /// The routine.
    pub routine: String,
    /// Index of its source file.
    pub file: Option<usize>,
    /// Its line in the file.
    pub line: Option<u32>,
    /// Data address of its return address; null for the outermost.
    pub slot: Option<u16>,
}

/// A breakpoint.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Breakpoint {
    /// Its number.
    pub id: u32,
    /// The breakpoint as entered, with its condition and other options.
    pub text: String,
    /// True if it is enabled.
    pub enabled: bool,
    /// Program addresses, if it is a breakpoint on instructions.
    pub addresses: Vec<u16>,
    /// It stops only if this condition holds.
    pub condition: Option<String>,
    /// How often it was hit.
    pub hits: u64,
    /// Number of hits that do not stop.
    pub ignore: u64,
    /// True if it is deleted after its first stop.
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

/// A message logged by a breakpoint.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Note {
    /// When it was logged, in instructions.
    pub instruction: u64,
    /// When it was logged, in clocks.
    pub clocks: u64,
    /// The message.
    pub text: String,
}

/// The output of the program.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Console {
    /// The output, or the end of it.
    pub text: String,
    /// Number of bytes omitted before that.
    pub omitted: usize,
}

/// Snapshots of the past.
#[derive(Debug, Clone, Copy, Serialize, TS)]
pub struct History {
    /// How many there are.
    pub snapshots: usize,
    /// Their size in bytes.
    pub bytes: usize,
}
