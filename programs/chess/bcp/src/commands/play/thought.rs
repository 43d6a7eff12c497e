//! The program's findings when it chose a move.

use std::fmt;

use bcp_driver::{Iteration, written};

/// The program's findings when it chose a move. Its text is depth, value and time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Thought {
    /// Its last complete iteration.
    pub(super) last: Iteration,
    /// The move is not that of the last complete iteration but of the one that was broken off.
    pub(super) deeper: bool,
    /// Z8000 seconds until it answered.
    pub(super) seconds: f64,
}

impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Iteration { depth, value, .. } = self.last;
        write!(f, "depth {depth}, value {}", written(value))?;
        if self.deeper {
            f.write_str(", the move from the next depth")?;
        }
        write!(f, ", {:.2} Z8000 seconds", self.seconds)
    }
}
