//! A session at a given moment.

use serde::Serialize;
use ts_rs::TS;

use super::chess::Chess;

/// The reason why a session stopped.
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

/// The state of a session at a given moment, with everything that a view shows.
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
    /// Clock frequency of the Z8000 in hertz.
    pub hertz: u64,
    /// Z8000 seconds since the beginning.
    pub seconds: f64,
    /// Why the program cannot continue from here; null if it can.
    #[ts(type = r#""halted" | "input" | "error" | null"#)]
    pub end: Option<&'static str>,
    /// The processor.
    pub cpu: Cpu,
    /// The place of the next instruction.
    pub place: Place,
    /// The call stack, the innermost routine first.
    pub stack: Vec<Frame>,
    /// The breakpoints.
    pub breakpoints: Vec<Breakpoint>,
    /// Displayed expressions, with their values.
    pub displays: Vec<Display>,
    /// The last 200 messages logged by breakpoints.
    pub notes: Vec<Note>,
    /// The output of the program so far, or the end of it.
    pub console: Console,
    /// The snapshots from which the session can return to past moments.
    pub history: History,
    /// The chess search; null in other programs.
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
    /// Flags in the FCW.
    pub flags: Flags,
    /// R0 to R15.
    pub registers: [u16; 16],
    /// Registers that have changed since the last stop, 0 to 15.
    pub changed: Vec<usize>,
    /// True if the FCW has changed since the last stop.
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
    /// Address of the place.
    pub address: u16,
    /// Routine and offset: `t2v+12`.
    pub name: String,
    /// Index of the source file; null if there is no source line.
    pub file: Option<usize>,
    /// Number of the line in the file.
    pub line: Option<u32>,
    /// The instruction at the address.
    pub text: String,
    /// Clocks of the source line, as in a listing; null if there are none.
    pub clocks: Option<String>,
    /// Macro calls that generated the line, the innermost first.
    pub expansions: Vec<Expansion>,
}

/// A macro call or a repetition.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Expansion {
    /// Name and kind of the expansion.
    pub what: String,
    /// Index of the file that contains the call or repetition.
    pub file: usize,
    /// Number of the line in the file.
    pub line: u32,
}

/// A routine that has not returned yet.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Frame {
    /// Address of the next instruction or, in a caller, of the call.
    pub address: u16,
    /// Routine and offset.
    pub name: String,
    /// Name of the routine.
    pub routine: String,
    /// Index of the source file; null if there is no source line.
    pub file: Option<usize>,
    /// Number of the line in the file.
    pub line: Option<u32>,
    /// Data address of the return address; null for the outermost routine.
    pub slot: Option<u16>,
}

/// A breakpoint.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Breakpoint {
    /// Number of the breakpoint.
    pub id: u32,
    /// The breakpoint as entered, with its condition and other options.
    pub text: String,
    /// True if the breakpoint is enabled.
    pub enabled: bool,
    /// Program addresses at which the breakpoint stops; empty unless it is a breakpoint on instructions.
    pub addresses: Vec<u16>,
    /// Condition that must hold for the breakpoint to stop; null if there is none.
    pub condition: Option<String>,
    /// Number of times that the breakpoint was hit.
    pub hits: u64,
    /// Number of hits to ignore before the first stop.
    pub ignore: u64,
    /// True if the breakpoint is deleted after its first stop.
    pub once: bool,
    /// True if the breakpoint logs a message instead of stopping.
    pub logs: bool,
}

/// An expression with its value.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Display {
    /// The expression.
    pub expression: String,
    /// The value, or why the expression has none.
    pub value: String,
}

/// A message logged by a breakpoint.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Note {
    /// The moment at which the message was logged, in instructions.
    pub instruction: u64,
    /// The moment at which the message was logged, in clocks.
    pub clocks: u64,
    /// The message.
    pub text: String,
}

/// The output of the program.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Console {
    /// The output so far, or the end of it.
    pub text: String,
    /// Number of bytes omitted before `text`.
    pub omitted: usize,
}

/// The snapshots of past moments.
#[derive(Debug, Clone, Copy, Serialize, TS)]
pub struct History {
    /// Number of snapshots.
    pub snapshots: usize,
    /// Total size of the snapshots in bytes.
    pub bytes: usize,
}
