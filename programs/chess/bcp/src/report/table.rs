//! The table as text: the paper's layout, ours beside theirs.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use z8000::board::Clock;

use crate::judgement::{Outcome, Summary, Times};

/// Width of a cell: a blank, our seconds, a blank, the paper's, a mark.
const CELL: usize = 11;

/// The table of the positions that were run, and the summary.
pub(crate) fn text(results: &[Outcome], summary: &Summary, clock: Clock, limit: f64) -> String {
    let mut out = format!(
        "Seconds to solution at {clock}, ours and the paper's (Table 1); F: not solved, here within {limit} s;\n\
         *: the paper has a footnote\n\n"
    );
    grid(results, cell, &mut out);
    out.push_str(&self::summary(summary));
    out
}

/// The same of positions that the paper does not have.
pub(super) fn plain(results: &[Outcome], summary: &Summary, clock: Clock, limit: f64) -> String {
    let mut out = format!("Seconds to solution at {clock}; F: not solved within {limit} s\n\n");
    let seconds = |result: &Outcome| match result.whole_seconds() {
        Some(seconds) => seconds.to_string(),
        None => "F".to_owned(),
    };
    grid(results, seconds, &mut out);
    let _ = writeln!(out, "solved {} of {}", summary.solved, summary.positions);
    let _ = writeln!(out, "\n{:.0} cycles per node", summary.cycles_per_node);
    out
}

/// The cells in the layout of the paper, and a blank line.
fn grid(results: &[Outcome], cell: impl Fn(&Outcome) -> String, out: &mut String) {
    let quizzes: BTreeSet<u32> = results.iter().map(|result| result.quiz).collect();
    let places: BTreeSet<u32> = results.iter().map(|result| result.place).collect();
    out.push_str("quiz");
    for quiz in &quizzes {
        let _ = write!(out, "{:>CELL$}", format!("{quiz} "));
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    for place in places {
        let mut row = format!("{place:4}");
        for quiz in &quizzes {
            let result = results
                .iter()
                .find(|result| result.quiz == *quiz && result.place == place);
            let cell = result.map(&cell).unwrap_or_default();
            let _ = write!(row, "{cell:>CELL$}");
        }
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out.push('\n');
}

fn cell(result: &Outcome) -> String {
    let seconds = |seconds: Option<u32>| seconds.map_or_else(|| "F".to_owned(), |seconds| seconds.to_string());
    format!(
        "{} {:>4}{}",
        seconds(result.whole_seconds()),
        seconds(result.table1_seconds),
        if result.footnote { '*' } else { ' ' }
    )
}

fn summary(summary: &Summary) -> String {
    let Summary {
        positions,
        solved,
        table1_solved,
        both_unsolved,
        footnoted,
        footnoted_solved,
        times,
        mates,
        material,
        long,
        exact,
        scaled,
        scaled_mates: _,
        tied,
        effective_clock_hz,
        cycles_per_node,
    } = summary;
    let mut out = format!("solved {solved} of {positions}; the paper {table1_solved}\n");
    let _ = writeln!(
        out,
        "unsolved in both {both_unsolved} of the paper's {} F",
        positions - table1_solved
    );
    if *footnoted > 0 {
        let _ = writeln!(
            out,
            "solved of the paper's footnoted positions {footnoted_solved} of {footnoted}"
        );
    }
    if let Some(times) = times {
        out.push_str("\nsolved in both, footnoted ones left out: ");
        out.push_str(&figures(times));
        let _ = writeln!(out, "{tied} of these have 1 second in both");
    }
    if let Some(long) = long {
        let _ = writeln!(
            out,
            "above 10 s in the paper: {} positions, {}",
            long.positions,
            short(long)
        );
    }
    if let Some(exact) = exact {
        let _ = writeln!(out, "with our exact times: {}", short(exact));
    }
    if let Some((mates, hertz)) = mates.as_ref().zip(*effective_clock_hz) {
        out.push_str("\nof these by a mate: ");
        out.push_str(&figures(mates));
        let _ = writeln!(
            out,
            "effective clock, at which the mean ratio of the mates is 1: {:.2} MHz",
            hertz / 1e6
        );
        if let Some(scaled) = scaled {
            let _ = writeln!(out, "all at this clock: {}", short(scaled));
        }
    }
    if let Some(material) = material.as_ref().filter(|_| mates.is_some()) {
        out.push_str("\nthe others of these, by material: ");
        out.push_str(&figures(material));
    }
    let _ = writeln!(out, "\n{cycles_per_node:.0} cycles per node");
    out
}

/// The rank correlation with its interval.
fn ranked(times: &Times) -> String {
    let range = times.spearman_interval;
    let range = range.map_or_else(String::new, |(low, high)| format!(" (95 %: {low:.3} to {high:.3})"));
    format!("{:.3}{range}", times.spearman)
}

/// Shares within factors, in per cent.
fn within(times: &Times) -> String {
    let percent = [times.within_2, times.within_3, times.within_5];
    percent.map(|share| format!("{:.0}", 100.0 * share)).join(" / ")
}

/// How times compare, in half a line.
fn short(times: &Times) -> String {
    format!(
        "rank correlation {}, within 2 / 3 / 5: {} %",
        ranked(times),
        within(times)
    )
}

/// How times compare.
fn figures(times: &Times) -> String {
    format!(
        "{} positions\n\
         rank correlation (Spearman) {}, correlation of logarithms (Pearson) {:.3}\n\
         ours / paper, geometric mean {:.2}, standard deviation of its logarithm {:.2}\n\
         within a factor of 2 / 3 / 5: {} %\n",
        times.positions,
        ranked(times),
        times.log_pearson,
        times.mean_ratio,
        times.log_deviation,
        within(times),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(quiz: u32, place: u32, ours: Option<f64>, paper: Option<u32>) -> Outcome {
        Outcome {
            number: 20 * (quiz - 1) + place,
            solved: ours.is_some(),
            seconds: ours,
            cycles: 0,
            iteration_cycles: 40_000,
            nodes: 10,
            depth: None,
            value: None,
            best: None,
            table1_seconds: paper,
            footnote: quiz == 2,
            quiz,
            place,
        }
    }

    #[test]
    fn layout() {
        let results = [
            result(1, 1, Some(0.2), Some(3)),
            result(1, 2, None, None),
            result(1, 3, Some(123.5), Some(70)),
            result(2, 1, Some(1_629.2), Some(42)),
        ];
        let clock = "4MHz".parse().expect("a clock");
        insta::assert_snapshot!(text(&results, &Summary::new(&results, clock), clock, 2000.0));
    }
}
