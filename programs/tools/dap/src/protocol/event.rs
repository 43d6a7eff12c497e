//! The events that are sent to the client.

use serde_json::{Value as Json, json};

use super::{Breakpoint, SourceFile};

/// An event: its name, and its body.
#[derive(Debug)]
pub(crate) struct Event {
    pub(crate) name: &'static str,
    pub(crate) body: Option<Json>,
}

impl Event {
    /// The client can now set breakpoints.
    pub(crate) const INITIALIZED: Self = Self::bare("initialized");

    /// The session has ended.
    pub(crate) const TERMINATED: Self = Self::bare("terminated");

    const fn bare(name: &'static str) -> Self {
        Self { name, body: None }
    }

    pub(crate) const fn new(name: &'static str, body: Json) -> Self {
        Self { name, body: Some(body) }
    }

    /// Output of the program (`stdout`) or of the debugger (`console`, `stderr`).
    pub(crate) fn output(category: &str, output: &str) -> Self {
        Self::new("output", json!({ "category": category, "output": output }))
    }

    /// A breakpoint became `new`, `changed` or `removed` without a request from the client.
    pub(crate) fn breakpoint(reason: &str, breakpoint: &Breakpoint) -> Self {
        Self::new("breakpoint", json!({ "reason": reason, "breakpoint": breakpoint }))
    }

    /// A source of the program was loaded.
    pub(crate) fn source(source: &SourceFile) -> Self {
        Self::new("loadedSource", json!({ "reason": "new", "source": source }))
    }
}
