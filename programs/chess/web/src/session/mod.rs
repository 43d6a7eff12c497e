//! A position or a program in the debugger.

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

use crate::chess;
use crate::protocol::{Answer, Diagnostic, Ending};
pub(crate) use advance::Task;
use growing::Growing;
use lines::Lines;
pub(crate) use open::HERTZ;

/// A debugger session of the page.
#[derive(Debug)]
pub(crate) struct Session {
    /// The number of the session, in the order of opening.
    number: u32,
    interpreter: Interpreter,
    /// The position at the root; `None` for a program other than the chess program.
    root: Option<Root>,
    warnings: Vec<Diagnostic>,
}

/// The position that is searched, and what the program has printed about its search.
#[derive(Debug)]
struct Root {
    number: Option<u32>,
    position: Position,
    /// The FEN as requested, with counters if the game has them.
    fen: String,
    /// How the game has ended in the position, if it has.
    ending: Option<Ending>,
    /// The position's problem in a suite, if it comes from one.
    problem: Option<Problem>,
    lines: Lines,
    /// The tree; `None` unless the page follows it.
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

    /// Returns the current state of the session.
    pub(crate) fn stands(&self) -> Answer {
        Answer::State { state: Box::new(self.state()) }
    }

    /// Returns the answer to the request that opened the session.
    pub(crate) fn opened(&self) -> Answer {
        let root = self.root.as_ref();
        Answer::Opened {
            position: root.and_then(|root| root.number),
            fen: root.map(|root| root.fen.clone()),
            legal: root.map_or_else(Vec::new, |root| chess::legal(&root.position)),
            state: Box::new(self.state()),
            warnings: self.warnings.clone(),
        }
    }
}
