//! A position or a program under the debugger.

mod advance;
mod growing;
mod lines;
mod open;
mod search;
mod state;
mod views;

use bcp_chess::Position;
use bcp_suite::Problem;
use z8000_debugger::command::Interpreter;

use crate::protocol::{Answer, Diagnostic, Ending};
pub(crate) use advance::Task;
use growing::Growing;
use lines::Lines;
pub(crate) use open::HERTZ;

/// A session.
#[derive(Debug)]
pub(crate) struct Session {
    /// The number of the session.
    number: u32,
    interpreter: Interpreter,
    /// The position at the root; `None` in another program.
    root: Option<Root>,
    warnings: Vec<Diagnostic>,
}

/// The position that is searched, and what the program has printed about it.
#[derive(Debug)]
struct Root {
    number: Option<u32>,
    position: Position,
    /// As requested, with the counters if the game has any.
    fen: String,
    /// How the game has ended there.
    ending: Option<Ending>,
    /// Its entry in a file of positions, if it comes from one.
    problem: Option<Problem>,
    lines: Lines,
    /// The tree, while the page follows it.
    growing: Option<Growing>,
}

impl Session {
    /// Starts or stops following the tree of the search.
    pub(crate) fn follow(&mut self, tree: bool) {
        let Some(root) = &mut self.root else { return };
        match tree {
            false => root.growing = None,
            true if root.growing.is_none() => root.growing = Growing::new(&self.interpreter.session, &root.position),
            true => {}
        }
    }

    /// The present state of the session.
    pub(crate) fn stands(&self) -> Answer {
        Answer::State { state: Box::new(self.state()) }
    }

    /// The answer to the request that has opened it.
    pub(crate) fn opened(&self) -> Answer {
        Answer::Opened {
            position: self.root.as_ref().and_then(|root| root.number),
            fen: self.root.as_ref().map(|root| root.fen.clone()),
            state: Box::new(self.state()),
            warnings: self.warnings.clone(),
        }
    }
}
