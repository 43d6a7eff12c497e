//! The page and its worker, from the machine's point of view.

use bcp_web::Desk;
use serde_json::{Value as Json, json};

/// The number of slices after which a request counts as endless.
const MOST: usize = 10_000;

/// A page with its machine.
pub(crate) struct Page {
    desk: Desk,
    /// Maximum number of instructions in a slice.
    pub(crate) slice: f64,
}

impl Page {
    pub(crate) fn new() -> Self {
        Self { desk: Desk::new(), slice: 1e6 }
    }

    /// Opens a page with a position.
    pub(crate) fn with(position: u32) -> Self {
        let mut page = Self::new();
        let opened = page.ask(&json!({ "kind": "open", "position": position }));
        assert_eq!(opened["kind"], "opened", "{opened}");
        page
    }

    /// Returns the machine's first answer to a request.
    pub(crate) fn tell(&mut self, request: &str) -> Json {
        serde_json::from_str(&self.desk.answer(request)).expect("answers are JSON")
    }

    /// Returns the answer to a request, after all slices that it takes.
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

    /// Continues the current task for one slice.
    pub(crate) fn slice(&mut self) -> Json {
        let slice = json!({ "kind": "advance", "instructions": self.slice });
        self.tell(&slice.to_string())
    }

    /// Executes a debugger command.
    pub(crate) fn command(&mut self, line: &str) -> Json {
        self.ask(&json!({ "kind": "command", "line": line }))
    }

    pub(crate) fn state(&mut self) -> Json {
        self.ask(&json!({ "kind": "state" }))["state"].take()
    }
}
