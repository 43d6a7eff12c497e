//! What the program found when it chose a move.

use std::fmt;

use bcp_chess::Position;
use bcp_driver::{Iteration, Value};
use z8000::machine::Clock;

/// The iterations of the program's last search, as lines of a table.
#[derive(Debug, Default)]
pub(super) struct Iterations(Vec<String>);

impl Iterations {
    /// Adds an iteration in a position; its text is shorter than a line of a terminal.
    pub(super) fn add(&mut self, iteration: &Iteration, position: &Position, clock: Clock) -> String {
        let value = Value(iteration.value).console();
        let san = iteration.best.and_then(|m| position.san(m));
        let san = san.as_deref().unwrap_or("-");
        let Iteration { depth, nodes, .. } = iteration;
        let seconds = clock.seconds(iteration.cycles);
        self.0
            .push(format!("   {depth:5} {value:>7}  {san:10} {nodes:>9} {seconds:>10.2}"));
        format!("   depth {depth}, value {value}: {san}, {nodes} nodes, {seconds:.2} Z8000 seconds")
    }
}

impl fmt::Display for Iterations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("The program has not searched yet.");
        }
        f.write_str("   depth   value  move           nodes    Z8000 s")?;
        self.0.iter().try_for_each(|line| write!(f, "\n{line}"))
    }
}

/// What the program found when it chose a move. It is displayed as depth, value and time.
#[derive(Debug, Clone, Default)]
pub(super) struct Thought {
    /// The iteration that chose the move, complete or unfinished; `None` if it comes from an opening.
    pub(super) found: Option<Iteration>,
    /// What the rules say of a mate that it announces and they do not confirm.
    pub(super) doubt: Option<String>,
    /// Z8000 seconds until the program answered.
    pub(super) seconds: f64,
}

impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            Some(Iteration { depth, value, .. }) => write!(f, "depth {depth}, value {}", Value(value).console())?,
            None if self.seconds > 0.0 => f.write_str("not searched")?,
            None => return f.write_str("a move from BCP's games"),
        }
        if let Some(doubt) = &self.doubt {
            write!(f, " ({doubt})")?;
        }
        write!(f, ", {:.2} Z8000 seconds", self.seconds)
    }
}
