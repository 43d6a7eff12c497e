//! Events.

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{Breakpoint, SourceFile};

/// An event: its name, and the fields that the protocol gives it.
#[derive(Debug, Serialize)]
pub(crate) struct Event {
    event: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<Json>,
}

impl Event {
    /// Breakpoints can be set.
    pub(crate) const INITIALIZED: Self = Self::bare("initialized");

    /// The session has ended.
    pub(crate) const TERMINATED: Self = Self::bare("terminated");

    const fn bare(event: &'static str) -> Self {
        Self { event, body: None }
    }

    pub(crate) const fn new(event: &'static str, body: Json) -> Self {
        let body = Some(body);
        Self { event, body }
    }

    /// Text of the program (`stdout`) or of the debugger (`console`, `stderr`).
    pub(crate) fn output(category: &str, output: &str) -> Self {
        Self::new("output", json!({ "category": category, "output": output }))
    }

    /// A breakpoint is `new`, `changed` or `removed`, and not by the client.
    pub(crate) fn breakpoint(reason: &str, breakpoint: &Breakpoint) -> Self {
        Self::new("breakpoint", json!({ "reason": reason, "breakpoint": breakpoint }))
    }

    /// A source of the program is `new`, `changed` or `removed`.
    pub(crate) fn source(reason: &str, source: &SourceFile) -> Self {
        Self::new("loadedSource", json!({ "reason": reason, "source": source }))
    }
}
