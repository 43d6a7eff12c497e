//! Formatting the search of one position as text: its iterations, principal variation and verdict.

use bcp_chess::Position;
use bcp_driver::{Iteration, Value};
use bcp_suite::Problem;

use crate::results::IterationRecord;

/// The width at which lines are wrapped, in columns.
const WIDTH: usize = 80;

/// Formats the position and, if it is from a suite, its task.
pub(super) fn position(position: &Position, problem: Option<&Problem>) -> String {
    match problem {
        Some(problem) if problem.solutions.is_empty() => {
            format!("position {}: {}", problem.number, position.to_fen())
        }
        Some(problem) => format!("position {}: {}, {}", problem.number, position.to_fen(), problem.task()),
        None => position.to_fen(),
    }
}

/// Heading of the table of iterations.
pub(super) const HEADING: &str = "\ndepth    value  move           nodes          cycles    Z8000 s";

pub(super) fn iteration(iteration: &IterationRecord) -> String {
    format!(
        "{:5}  {:>7}  {:10} {:>9} {:>15} {:>10.2}",
        iteration.depth,
        Value(iteration.value).console(),
        iteration.best.as_deref().unwrap_or("-"),
        iteration.nodes,
        iteration.cycles,
        iteration.seconds
    )
}

/// Formats the principal variation of the last iteration, and marks a move in it that does not come from the program.
pub(super) fn line(last: &IterationRecord) -> String {
    let line = match &last.variation[..] {
        [] => format!("line: none; {}", no_line(last)),
        variation => cli::wrapped("line:", variation, WIDTH),
    };
    let named = "the program reports a mate in one but names no move; the host supplied";
    match &last.mates[..] {
        [] => format!("{line}\n"),
        [_] => format!("{line}\n{named} the move\n"),
        mates => format!(
            "{line}\n{named} the first of these\n{}\n",
            cli::wrapped("mates:", mates, WIDTH)
        ),
    }
}

/// Returns the reason why an iteration has no principal variation.
fn no_line(last: &IterationRecord) -> &'static str {
    match last {
        last if Value(last.value).is_mate() => "the program reports a mate but names no move",
        last if last.depth == 0 => "depth 0 does not search for a best move",
        _ => "no move beats the null move",
    }
}

/// Returns the reason why no iteration solves the position.
pub(super) fn reason(problem: &Problem, iterations: &[Iteration]) -> String {
    if { iterations }.iter().any(|i| !i.mates(&problem.position).is_empty()) {
        return "the program reports a mate in one, but no solution gives mate".to_owned();
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
    format!(
        "the solution was the best move at {depths}, but its gain was not confirmed, and it did not stay best for long \
         enough"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After a heading of five characters, (80 - 5) / 4 words of three characters fit, each with its space.
    #[test]
    fn long_lines_are_wrapped() {
        let words = |count| vec!["Qg6".to_owned(); count];
        assert_eq!(cli::wrapped("line:", &words(1), WIDTH), "line: Qg6");
        let lengths = |count| -> Vec<usize> {
            let text = cli::wrapped("line:", &words(count), WIDTH);
            text.lines().map(str::len).collect()
        };
        assert_eq!(lengths(18), [77]);
        assert_eq!(lengths(19), [77, 9]);
        // The text takes exactly eighty columns: five, and fifteen words of four with their spaces.
        let four = vec!["Rxg6".to_owned(); 16];
        let text = cli::wrapped("line:", &four, WIDTH);
        assert_eq!(text.lines().map(str::len).collect::<Vec<_>>(), [80, 10]);
        assert_eq!(text.split_whitespace().count(), 17);
    }
}
