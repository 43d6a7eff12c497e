//! The results of a run, their reliability, and the largest differences from the paper.

use bcp_chess::{Effort, Move, Position};
use bcp_driver::{EFFORT, Mate, Value};
use maud::{Markup, html};

use super::number::{NONE, percent};
use super::run::Report;
use crate::judgement::{Times, gains, rounded_up};
use crate::results::{IterationRecord, Record};

/// Positions that the list of differences names.
const MOST: usize = 20;
/// The fewest positions with a rank correlation that is worth a headline.
const FEWEST: usize = 30;
/// A stage this near to the paper's time explains a difference.
const NEAR: f64 = 2.0;

/// The first sentence.
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

/// The words after a rank correlation in a headline: its interval, and the number of positions.
pub(super) fn headline(times: &Times) -> Option<String> {
    let (low, high) = times.spearman_interval.filter(|_| times.positions >= FEWEST)?;
    Some(format!(" 95%: {low:.2} to {high:.2}, n = {}", times.positions))
}

/// The rank correlation with its interval.
fn ranked(times: &Times) -> String {
    let range = times.spearman_interval;
    let range = range.map_or_else(String::new, |(low, high)| {
        format!(" (95% interval {low:.2} to {high:.2})")
    });
    format!("{:.2}{range}", times.spearman)
}

/// The reservations: a permanent name, the statement, and the figure.
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

/// The positions in which the program announces a mate for which the rules give no proof, and how many it announces.
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

/// The sentence and the reservations as part of the page.
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

/// The distance of two times: the logarithm of their ratio, without its sign.
fn apart(a: f64, b: f64) -> f64 {
    (a / b).ln().abs()
}

/// The positions whose times differ most, the largest first: each with the paper's seconds, and ours at the scale.
fn differences<'a>(report: &'a Report<'_>, scale: f64) -> Vec<(&'a Record, f64, f64)> {
    let times = |record: &'a Record| {
        let ours = rounded_up(record.result.seconds?, scale);
        Some((record, f64::from(record.result.table1_seconds?), ours))
    };
    let compared = report.records.iter().filter(|record| !record.result.footnote);
    let mut list: Vec<_> = compared.filter_map(times).collect();
    list.sort_by(|a, b| apart(b.1, b.2).total_cmp(&apart(a.1, a.2)));
    list.truncate(MOST);
    list.retain(|(_, paper, ours)| apart(*paper, *ours) > NEAR.ln());
    list
}

/// The other stage of the search, if any, whose time fits the paper's: the gain nearest to it within a factor.
fn stage(record: &Record, paper: f64, scale: f64) -> Option<String> {
    let position = Position::from_fen(&record.result.fen).ok()?;
    let solutions: Vec<Move> = (record.result.best_moves.iter())
        .flat_map(|moves| moves.split_whitespace())
        .filter_map(|san| position.move_from_san(san).ok())
        .collect();
    let off = |iteration: &IterationRecord| apart(rounded_up(iteration.seconds, scale), paper);
    let (iteration, gain) = gains(&position, &solutions, &record.iterations)
        .into_iter()
        .filter(|(iteration, _)| Some(iteration.depth) != record.result.depth && off(iteration) <= NEAR.ln())
        .min_by(|(a, _), (b, _)| off(a).total_cmp(&off(b)))?;
    let shown = match gain {
        ..=0 => "without a gain".to_owned(),
        1 => "for a pawn".to_owned(),
        _ if Value(iteration.value).is_mate() => "as a mate".to_owned(),
        gain => format!("for {gain} pawns"),
    };
    Some(format!(
        "{} {shown} after {:.0} s",
        iteration.best.as_deref().unwrap_or(NONE),
        rounded_up(iteration.seconds, scale)
    ))
}

/// The list as part of the page.
pub(super) fn where_we_differ(report: &Report<'_>) -> Markup {
    let fitted = report.summary.effective_clock_hz;
    let scale = fitted.map_or(1.0, |hertz| report.clock.hertz() as f64 / hertz);
    let list = differences(report, scale);
    let any_fits = list
        .iter()
        .any(|(record, paper, _)| stage(record, *paper, scale).is_some());
    html! {
        section #differences {
            h2 { "Where the times differ most" }
            p {
                "Up to " (MOST) " positions whose times differ by more than a factor of " (NEAR) ", at the clock rate \
                                                                                                  at which the "
                "mates take as long as in the paper"
                @if let Some(hertz) = fitted { ": " span data-figure="differences.clock" { (format!("{:.2} MHz", hertz / 1e6)) } }
                ". "
                @if any_fits {
                    "If the search shows the solution with a different gain at a time within that factor of the paper’s \
                     time, the "
                    "last column shows that gain, which the author may have counted. If the column is empty, no reason \
                     is known."
                }
            }
            div.scroll data-figure="differences" {
                table.figures {
                    caption.hidden { "Positions whose times differ most, and the gain that fits" }
                    thead {
                        tr {
                            @for name in ["position", "paper, s", "ours, s", "ratio"] { th scope="col" { (name) } }
                            @if any_fits { th.words scope="col" { "a gain that fits" } }
                        }
                    }
                    tbody {
                        @for (record, paper, ours) in &list {
                            @let number = record.result.number;
                            tr {
                                th scope="row" { a href={ "#p" (number) } { (number) } }
                                td { (paper) }
                                td { (format!("{:.0}", ours)) }
                                td { (format!("{:.2}", ours / paper)) }
                                @if any_fits { td.words { (stage(record, *paper, scale).unwrap_or_default()) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
