//! A position or a program under the debugger.

mod advance;
mod lines;
mod open;
mod search;
mod state;
mod views;

use bcp_chess::Position;
use z8000_debugger::command::Interpreter;

use crate::protocol::{Answer, Diagnostic};
use lines::Lines;
pub(crate) use open::frequency;

/// A session.
#[derive(Debug)]
pub(crate) struct Session {
    /// Which one.
    number: u32,
    interpreter: Interpreter,
    /// The position at the root; none in another program.
    root: Option<Root>,
    warnings: Vec<Diagnostic>,
}

/// The position that is searched, and what the program has said of it.
#[derive(Debug)]
struct Root {
    number: Option<u32>,
    position: Position,
    lines: Lines,
}

impl Session {
    /// The answer to the request that has opened it.
    pub(crate) fn opened(&self) -> Answer {
        Answer::Opened {
            position: self.root.as_ref().and_then(|root| root.number),
            fen: self.root.as_ref().map(|root| root.position.to_fen()),
            state: Box::new(self.state()),
            warnings: self.warnings.clone(),
        }
    }
}
