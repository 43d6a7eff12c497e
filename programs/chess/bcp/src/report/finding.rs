//! The results of a run, and their reliability.

use bcp_chess::{Effort, Position};
use bcp_driver::{EFFORT, Mate, Value};
use maud::{Markup, html};

use super::number::{NONE, percent};
use super::run::Report;
use crate::judgement::Times;
use crate::results::Record;

/// Minimum number of positions for a rank correlation in the headline.
const FEWEST: usize = 30;

/// Returns the first sentence of the report.
pub(super) fn sentence(report: &Report<'_>) -> String {
    let summary = &report.summary;
    let solved = format!(
        "It solves {} of {} positions; the paper’s program solved {}",
        summary.solved, summary.positions, summary.table1_solved
    );
    let Some((times, exact)) = summary.times.as_ref().zip(summary.exact.as_ref()) else {
        return format!("{solved}.");
    };
    let correlation = match times.positions {
        ..FEWEST => String::new(),
        positions => format!(", the rank correlation of these {positions} times is {}", ranked(times)),
    };
    format!(
        "{solved}. On positions that both solve, it takes {:.2} of the paper’s time on average ({:.2} if our times are \
         rounded up to whole seconds, as the paper’s are){correlation}, and {} of them agree within a factor of 2.",
        exact.mean_ratio,
        times.mean_ratio,
        percent(times.within_2)
    )
}

/// Formats what follows a rank correlation in a headline: its interval, and the number of positions. `None` for too few
/// positions.
pub(super) fn headline(times: &Times) -> Option<String> {
    let (low, high) = times.spearman_interval.filter(|_| times.positions >= FEWEST)?;
    Some(format!(" 95%: {low:.2} to {high:.2}, n = {}", times.positions))
}

/// Formats the rank correlation with its interval.
fn ranked(times: &Times) -> String {
    let range = times.spearman_interval;
    let range = range.map_or_else(String::new, |(low, high)| {
        format!(" (95% interval {low:.2} to {high:.2})")
    });
    format!("{:.2}{range}", times.spearman)
}

/// Returns the reservations: for each a permanent name, the statement, and the figure.
pub(super) fn reservations(report: &Report<'_>) -> Vec<(&'static str, &'static str, String)> {
    let summary = &report.summary;
    let of =
        |times: &Option<Times>, figure: fn(&Times) -> String| times.as_ref().map_or_else(|| NONE.to_owned(), figure);
    let both: fn(&Times) -> String = |times| format!("{}; {}", ranked(times), percent(times.within_2));
    let compared = summary.times.as_ref().map_or(0, |times| times.positions);
    vec![
        (
            "tied",
            "Positions with one second in both, which agree mainly because times are rounded up.",
            format!("{} of {compared}", summary.tied),
        ),
        (
            "long",
            "Rank correlation, and share within a factor of 2, of the positions above ten seconds in the paper.",
            of(&summary.long, both),
        ),
        (
            "exact",
            "The same for all positions, with our exact times instead of whole seconds.",
            of(&summary.exact, both),
        ),
        (
            "scaled",
            "The same for all positions in whole seconds, at the clock rate at which the mates take as long as in the \
             paper. This rate is fitted to Table 1.",
            of(&summary.scaled, both),
        ),
        (
            "clock",
            "The clock rate fitted to Table 1.",
            summary
                .effective_clock_hz
                .map_or_else(|| NONE.to_owned(), |hertz| format!("{:.2} MHz", hertz / 1e6)),
        ),
        (
            "mates",
            "Announced mates that the rules do not confirm; the program does not recognise stalemate.",
            unproved(report),
        ),
    ]
}

/// Formats how many mates the program announces, and for which positions the rules give no proof.
fn unproved(report: &Report<'_>) -> String {
    let announces = |record: &&Record| record.result.value.is_some_and(|value| Value(value).is_mate());
    let announced: Vec<&Record> = report.records.iter().filter(announces).collect();
    let is_unproved = |record: &&Record| {
        let result = &record.result;
        let position = Position::from_fen(&result.fen).ok();
        position.zip(result.value).is_some_and(|(position, value)| {
            let best = result.best.as_deref().and_then(|san| position.move_from_san(san).ok());
            let depth = result.depth.unwrap_or_default();
            Mate::announced(Value(value), depth, &position, best, Effort::of(EFFORT))
                .is_some_and(|mate| !mate.is_proved())
        })
    };
    let numbers = announced
        .iter()
        .copied()
        .filter(is_unproved)
        .map(|record| record.result.number);
    match bcp_suite::Selection::text(numbers) {
        list if list.is_empty() => format!("none of {}", announced.len()),
        list => format!("{list}, of {}", announced.len()),
    }
}

/// Formats the sentence and the reservations as part of the page.
pub(super) fn trust(report: &Report<'_>) -> Markup {
    html! {
        section #trust {
            h2 { "How far to trust these results" }
            dl.run {
                @for (key, label, figure) in reservations(report) {
                    dt { (label) }
                    dd data-figure={ "trust." (key) } { (figure) }
                }
            }
            p {
                "The rule that decides when a position is solved was chosen using the same 300 positions. Two readings \
                 of the "
                "sources, on double checks and on the order of moves of equal gain, are inferred from Table 1; the \
                 search for a mate "
                "at every node goes beyond the text of the paper. The author judged solutions by "
                "hand, using the gains given in the book, which the rule does not know. A difference of a few "
                "hundredths in the rank correlation is therefore not significant."
            }
        }
    }
}
