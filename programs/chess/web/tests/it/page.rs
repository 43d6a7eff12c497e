//! The page and its worker, as far as the machine sees them.

use bcp_web::Desk;
use serde_json::{Value as Json, json};

/// Slices that a request may take before it counts as endless.
const MOST: usize = 10_000;

/// A page.
pub(crate) struct Page {
    desk: Desk,
    /// Instructions in a slice.
    pub(crate) slice: f64,
}

impl Page {
    pub(crate) fn new() -> Self {
        Self { desk: Desk::new(), slice: 1e6 }
    }

    /// A page with a position that is open.
    pub(crate) fn with(position: u32) -> Self {
        let mut page = Self::new();
        let opened = page.ask(&json!({ "kind": "open", "position": position }));
        assert_eq!(opened["kind"], "opened", "{opened}");
        page
    }

    /// The first answer, as it comes from the machine.
    pub(crate) fn tell(&mut self, request: &str) -> Json {
        serde_json::from_str(&self.desk.answer(request)).expect("answers are JSON")
    }

    /// The answer to a request, with all slices that it takes.
    pub(crate) fn ask(&mut self, request: &Json) -> Json {
        let mut answer = self.tell(&request.to_string());
        for _ in 0..MOST {
            if answer["kind"] != "busy" {
                return answer;
            }
            answer = self.slice();
        }
        panic!("{request} does not end");
    }

    /// One slice of what is under way.
    pub(crate) fn slice(&mut self) -> Json {
        let slice = json!({ "kind": "advance", "instructions": self.slice });
        self.tell(&slice.to_string())
    }

    /// A command of the debugger.
    pub(crate) fn command(&mut self, line: &str) -> Json {
        self.ask(&json!({ "kind": "command", "line": line }))
    }

    pub(crate) fn state(&mut self) -> Json {
        self.ask(&json!({ "kind": "state" }))["state"].take()
    }
}
