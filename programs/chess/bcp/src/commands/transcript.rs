//! A search of one position as text: its iterations, its line and the verdict.

use std::io::{Write, stdout};

use anyhow::Result;
use bcp_chess::{End, Position};
use bcp_driver::{Iteration, Progress, written};
use bcp_reference::constants::MATES;
use bcp_suite::Problem;
use z8000::board::Clock;

use crate::judgement::Outcome;
use crate::results::IterationRecord;

/// Columns of a line that is wrapped.
const WIDTH: usize = 80;

/// The position, and what the suite asks for.
pub(super) fn position(position: &Position, problem: Option<&Problem>) -> Result<()> {
    let mut out = stdout().lock();
    match problem {
        Some(problem) => {
            let (number, task) = (problem.number, problem.task());
            writeln!(out, "position {number}: {}, {task}", position.to_fen())?;
        }
        None => writeln!(out, "{}", position.to_fen())?,
    }
    Ok(())
}

/// Why there is nothing to search.
pub(super) fn no_move(end: End) -> Result<()> {
    writeln!(stdout(), "\n{end}: there is no move")?;
    Ok(())
}

/// The heading of the iterations.
pub(super) fn heading() -> Result<()> {
    writeln!(
        stdout(),
        "\ndepth    value  move           nodes          cycles    Z8000 s"
    )?;
    Ok(())
}

/// An iteration.
pub(super) fn iteration(iteration: &IterationRecord) -> Result<()> {
    let value = written(iteration.value);
    writeln!(
        stdout(),
        "{:5}  {value:>7}  {:10} {:>9} {:>15} {:>10.2}",
        iteration.depth,
        iteration.best.as_deref().unwrap_or("-"),
        iteration.nodes,
        iteration.cycles,
        iteration.seconds
    )?;
    Ok(())
}

/// The principal variation of the last iteration, and where a move in it comes from if not from the program.
pub(super) fn line(last: &IterationRecord) -> Result<()> {
    let mut out = stdout().lock();
    if last.variation.is_empty() {
        writeln!(out, "line: none, {}", no_line(last))?;
    } else {
        writeln!(out, "{}", wrapped("line:", &last.variation))?;
    }
    match &last.mates[..] {
        [] => {}
        [_] => writeln!(
            out,
            "the program sees a mate in one and names no move; the host named it"
        )?,
        mates => {
            writeln!(
                out,
                "the program sees a mate in one and names no move; the host named the first"
            )?;
            writeln!(out, "{}", wrapped("mates:", mates))?;
        }
    }
    Ok(())
}

/// Why an iteration has no line.
fn no_line(last: &IterationRecord) -> &'static str {
    match last {
        last if last.value >= MATES => "the program sees a mate and names no move",
        last if last.depth == 0 => "depth 0 looks for no best move",
        _ => "no move beats the null move",
    }
}

/// Words behind a heading, on as many lines as they need.
fn wrapped(heading: &str, words: &[String]) -> String {
    let mut text = heading.to_owned();
    let mut column = heading.len();
    for word in words {
        if column + 1 + word.len() > WIDTH {
            text += "\n";
            text += &" ".repeat(heading.len());
            column = heading.len();
        }
        text += " ";
        text += word;
        column += 1 + word.len();
    }
    text
}

/// Why iterations solve nothing.
pub(super) fn reason(problem: &Problem, iterations: &[Iteration]) -> String {
    if { iterations }.iter().any(|i| !i.mates(&problem.position).is_empty()) {
        return "the program sees a mate in one, but no solution mates".to_owned();
    }
    let solves = |iteration: &&Iteration| iteration.best.is_some_and(|best| problem.solutions.contains(&best));
    let best: Vec<&Iteration> = iterations.iter().filter(solves).collect();
    let (Some(first), Some(last)) = (best.first(), best.last()) else {
        return "the solution was never the best move".to_owned();
    };
    let depths = match (first.depth, last.depth) {
        (first, last) if first == last => format!("depth {first}"),
        (first, last) => format!("depths from {first} to {last}"),
    };
    format!("the solution was the best move at {depths}, but gained nothing over captures alone and did not stay best")
}

/// How a search ended.
pub(super) struct Conclusion<'a> {
    pub(super) end: Progress,
    pub(super) clock: Clock,
    /// The limits that it had.
    pub(super) limit_seconds: f64,
    pub(super) depth: u8,
    /// The outcome, where the position is of a suite that says what solves it.
    pub(super) result: Option<&'a Outcome>,
    /// True if the paper's Table 1 has the position.
    pub(super) in_table1: bool,
    /// True if a longer search could not change that.
    pub(super) decided: bool,
    /// Why it is not solved.
    pub(super) why: Option<&'a str>,
}

impl Conclusion<'_> {
    /// Prints it.
    pub(super) fn print(&self) -> Result<()> {
        let mut out = stdout().lock();
        match self.end {
            Progress::Iteration(_) | Progress::Done => {}
            Progress::Limit => writeln!(out, "stopped at {} Z8000 seconds", self.limit_seconds)?,
            Progress::Stopped => writeln!(out, "interrupted")?,
        }
        let Some(result) = self.result else { return Ok(()) };
        let paper = match result.table1_seconds {
            Some(seconds) => format!("; Table 1: {seconds} s"),
            None if self.in_table1 => "; Table 1: not solved (F)".to_owned(),
            None => String::new(),
        };
        match (result.seconds, result.depth) {
            (Some(seconds), Some(depth)) => writeln!(
                out,
                "solved at depth {depth} after {seconds:.2} Z8000 seconds at {}{paper}",
                self.clock
            )?,
            _ => {
                writeln!(out, "not solved{paper}")?;
                if let Some(why) = self.why {
                    writeln!(out, "{why}")?;
                }
            }
        }
        if !self.decided {
            let until = match self.end {
                Progress::Done => format!("depth {}", self.depth),
                Progress::Stopped => "where it was interrupted".to_owned(),
                _ => format!("{} Z8000 seconds", self.limit_seconds),
            };
            writeln!(
                out,
                "provisional: the search went to {until}, and a longer one may find more or something else"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A heading of five characters; words of three, each with its blank: (80 - 5) / 4 fit beside it.
    #[test]
    fn long_lines_are_wrapped() {
        let words = |count| vec!["Qg6".to_owned(); count];
        assert_eq!(wrapped("line:", &words(1)), "line: Qg6");
        let lengths = |count| -> Vec<usize> {
            let text = wrapped("line:", &words(count));
            text.lines().map(str::len).collect()
        };
        assert_eq!(lengths(18), [77]);
        assert_eq!(lengths(19), [77, 9]);
        // Exactly eighty columns: five, and fifteen words of four with their blanks.
        let four = vec!["Rxg6".to_owned(); 16];
        let text = wrapped("line:", &four);
        assert_eq!(text.lines().map(str::len).collect::<Vec<_>>(), [80, 10]);
        assert_eq!(text.split_whitespace().count(), 17);
    }
}
