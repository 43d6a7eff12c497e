//! Events.

use serde::Serialize;

use super::{Breakpoint, Reference, SourceFile};

/// An event.
#[derive(Debug, Serialize)]
#[serde(
    tag = "event",
    content = "body",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub(crate) enum Event {
    /// Breakpoints can be set.
    Initialized,
    /// The program has stopped.
    Stopped {
        reason: StopReason,
        description: String,
        text: String,
        thread_id: u32,
        all_threads_stopped: bool,
        hit_breakpoint_ids: Vec<u32>,
    },
    /// Text of the program or of the debugger.
    Output { category: Category, output: String },
    /// A breakpoint was not changed by the client.
    Breakpoint { reason: Change, breakpoint: Breakpoint },
    /// A source of the program.
    LoadedSource { reason: Change, source: SourceFile },
    /// The display of the client is out of date.
    Invalidated { areas: &'static [&'static str] },
    /// Memory that the client has read may have changed.
    Memory {
        memory_reference: Reference,
        offset: i64,
        count: u64,
    },
    /// The program has ended.
    Exited { exit_code: i32 },
    /// The session has ended.
    Terminated,
}

/// A change of a breakpoint or a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Change {
    New,
    Changed,
    Removed,
}

#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Category {
    Console,
    Stdout,
    Stderr,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StopReason {
    Entry,
    Step,
    Goto,
    Pause,
    Exception,
    /// Not one of the protocol's; a client shows it as it is.
    Halted,
    Breakpoint,
    #[serde(rename = "function breakpoint")]
    FunctionBreakpoint,
    #[serde(rename = "instruction breakpoint")]
    InstructionBreakpoint,
    #[serde(rename = "data breakpoint")]
    DataBreakpoint,
}
