//! What the program found when it chose a move.

use std::fmt;

use bcp_chess::{Colour, Position};
use bcp_driver::{Iteration, Meaning, Value};
use z8000::machine::Clock;

/// The iterations of the program's last search, as lines of a table.
#[derive(Debug, Default)]
pub(super) struct Iterations(Vec<String>);

impl Iterations {
    /// Adds an iteration in a position as a line shorter than a terminal's.
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

/// What the program found when it chose a move. It is displayed as depth, value and time; in the alternate form, the marks
/// follow.
#[derive(Debug, Clone, Default)]
pub(super) struct Thought {
    /// The complete or unfinished iteration that chose the move; `None` for a move of an opening.
    pub(super) found: Option<Iteration>,
    /// What the rules say about an announced mate that they do not confirm.
    pub(super) doubt: Option<String>,
    /// Z8000 seconds until the program's answer.
    pub(super) seconds: f64,
    /// Value and time in machine-readable form, if requested.
    pub(super) marks: Option<String>,
}

impl Thought {
    /// Formats value and time of a move by this side as programs read them from a comment in PGN: `[%eval -2,5] [%emt
    /// 0:00:30.00]`. The value is White's after the move; a doubtful mate, or one of unknown length, is omitted.
    pub(super) fn marks(&self, side: Colour) -> String {
        let eval = self.found.filter(|_| self.doubt.is_none()).and_then(|found| {
            let value = Value(found.value);
            let white = value.for_side(side, Colour::White);
            let (sign, depth) = (if white < 0 { "-" } else { "" }, found.depth);
            match value.meaning() {
                Meaning::Pawns(_) => Some(format!("[%eval {white},{depth}] ")),
                _ => value.moves(1).map(|moves| format!("[%eval #{sign}{moves},{depth}] ")),
            }
        });
        let hundredths = (self.seconds * 100.0).round() as u64;
        let (seconds, rest) = (hundredths / 100, hundredths % 100);
        let time = format!(
            "{}:{:02}:{:02}.{rest:02}",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        );
        format!("{}[%emt {time}]", eval.unwrap_or_default())
    }
}

impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            Some(Iteration { depth, value, .. }) => write!(f, "depth {depth}, value {}", Value(value).console())?,
            None if self.seconds > 0.0 => f.write_str("not searched")?,
            None => f.write_str("a move from BCP's games")?,
        }
        if let Some(doubt) = &self.doubt {
            write!(f, " ({doubt})")?;
        }
        if self.found.is_some() || self.seconds > 0.0 {
            write!(f, ", {:.2} Z8000 seconds", self.seconds)?;
        }
        match &self.marks {
            Some(marks) if f.alternate() => write!(f, " {marks}"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values are what python-chess 1.11 reads with `eval`, `eval_depth` and `emt`: hundredths of a pawn or a mate
    /// for White, plies, seconds.
    #[test]
    fn values_are_those_of_white_after_the_move() {
        let found = |value| Some(Iteration { depth: 7, value, best: None, nodes: 1, cycles: 1 });
        for (value, side, seconds, marks) in [
            (2, Colour::White, 0.0, "[%eval 2,7] [%emt 0:00:00.00]"),
            (2, Colour::Black, 59.996, "[%eval -2,7] [%emt 0:01:00.00]"),
            (0, Colour::Black, 3_723.5, "[%eval 0,7] [%emt 1:02:03.50]"),
            // Mate in one, in two, and mated in one: after the move, the winner needs one move less, and the loser as
            // many as before.
            (126, Colour::White, 1.0, "[%eval #0,7] [%emt 0:00:01.00]"),
            (124, Colour::Black, 1.0, "[%eval #-1,7] [%emt 0:00:01.00]"),
            (-125, Colour::White, 1.0, "[%eval #-1,7] [%emt 0:00:01.00]"),
            (127, Colour::White, 1.0, "[%emt 0:00:01.00]"),
        ] {
            let thought = Thought { found: found(value), seconds, ..Thought::default() };
            assert_eq!(thought.marks(side), marks, "{value}");
            let doubtful = Thought { doubt: Some("in doubt".to_owned()), ..thought };
            assert!(!doubtful.marks(side).contains("eval"));
        }
        assert_eq!(Thought::default().marks(Colour::White), "[%emt 0:00:00.00]");
    }
}
