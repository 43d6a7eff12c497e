//! The findings of a run, how far to trust them, and where it differs most from the paper.

use bcp_chess::Position;
use maud::{Markup, html};

use super::figures::pair;
use super::number::{NONE, hundredths, percent};
use super::run::Report;
use crate::judgement::Times;
use crate::results::Record;

/// Positions that the list of differences names.
const MOST: usize = 20;
/// A stage this near to the paper's time explains a difference.
const NEAR: f64 = 2.0;

/// The first sentence.
pub(super) fn sentence(report: &Report<'_>) -> String {
    let summary = &report.summary;
    let solved = format!(
        "It solves {} of {} positions, the paper’s program {}",
        summary.solved, summary.positions, summary.table1_solved
    );
    let Some(times) = &summary.times else {
        return format!("{solved}.");
    };
    let faster = match times.mean_ratio {
        ratio if ratio < 1.0 => format!("{:.2} of the paper’s time", ratio),
        ratio => format!("{ratio:.2} times the paper’s time"),
    };
    format!(
        "{solved}; where both solve, it takes {faster} on average, the rank correlation of the times is {}, and {} of them \
         agree within a factor of 2.",
        ranked(times),
        percent(times.within_2)
    )
}

/// The rank correlation with its interval.
fn ranked(times: &Times) -> String {
    let range = times.spearman_interval;
    let range = range.map_or_else(String::new, |(low, high)| {
        format!(" (95 % interval {low:.2} to {high:.2})")
    });
    format!("{:.2}{range}", times.spearman)
}

/// How far to trust it: a name that stays, what is said, and the figure.
pub(super) fn reservations(report: &Report<'_>) -> Vec<(&'static str, &'static str, String)> {
    let summary = &report.summary;
    let of =
        |times: &Option<Times>, figure: fn(&Times) -> String| times.as_ref().map_or_else(|| NONE.to_owned(), figure);
    let both: fn(&Times) -> String = |times| format!("{}; {}", ranked(times), percent(times.within_2));
    vec![
        (
            "tied",
            "Positions with one second in both, whose agreement is mostly that of rounding up.",
            format!(
                "{} of {}",
                summary.tied,
                summary.times.as_ref().map_or(0, |times| times.positions)
            ),
        ),
        (
            "long",
            "Rank correlation, and share within a factor of 2, of the positions above ten seconds in the paper.",
            of(&summary.long, both),
        ),
        (
            "exact",
            "The same for all, with our exact times in place of whole seconds.",
            of(&summary.exact, both),
        ),
        (
            "scaled",
            "The same for all in whole seconds, at the clock at which the mates take as long as in the paper. It is fitted \
             to Table 1.",
            of(&summary.scaled, both),
        ),
        (
            "clock",
            "That clock.",
            summary
                .effective_clock_hz
                .map_or_else(|| NONE.to_owned(), |hertz| format!("{:.2} MHz", hertz / 1e6)),
        ),
    ]
}

/// The sentence and the reservations as part of the page.
pub(super) fn trust(report: &Report<'_>) -> Markup {
    html! {
        section #trust {
            h2 { "How far to trust this" }
            dl.run {
                @for (key, label, figure) in reservations(report) {
                    dt { (label) }
                    dd data-figure={ "trust." (key) } { (figure) }
                }
            }
            p {
                "The rule that says when a position is solved was chosen on the same 300 positions, and two readings of the "
                "program, of double checks and of the order of equal gains, are inferred from Table 1. The author judged by "
                "hand, with the gains of the book before him, which the rule does not know. So a difference of a few "
                "hundredths in the rank correlation means nothing."
            }
        }
    }
}

/// The positions whose times differ most with the factor between the times, the largest first.
fn differences<'a>(report: &'a Report<'_>) -> Vec<(&'a Record, f64)> {
    let ratio = |record: &'a Record| {
        let (ours, paper) = pair(&record.result);
        let ratio = f64::from(ours?) / f64::from(paper?);
        (!record.result.footnote).then_some((record, ratio))
    };
    let mut list: Vec<(&Record, f64)> = report.records.iter().filter_map(ratio).collect();
    list.sort_by(|(_, a), (_, b)| b.ln().abs().total_cmp(&a.ln().abs()));
    list.truncate(MOST);
    list.retain(|(_, ratio)| ratio.ln().abs() > NEAR.ln());
    list
}

/// Explains a difference by the iterations: was the solution the best move near the paper's time?
fn reason(record: &Record, scale: f64) -> String {
    let Some(paper) = record.result.table1_seconds else {
        return String::new();
    };
    let position = Position::from_fen(&record.fen).ok();
    let of = |san: &str| position.as_ref().and_then(|position| position.move_from_san(san).ok());
    let solutions: Vec<_> = record.best_moves.split_whitespace().filter_map(of).collect();
    let solves = |best: &Option<String>| best.as_deref().and_then(of).is_some_and(|m| solutions.contains(&m));
    let base = record.iterations.first().map_or(0, |first| first.value);
    let mut most = i16::MIN;
    for iteration in &record.iterations {
        let gain = iteration.value - base;
        if !solves(&iteration.best) || gain <= most {
            continue;
        }
        most = gain;
        let factor = iteration.seconds * scale / f64::from(paper);
        if Some(iteration.depth) != record.result.depth && (1.0 / NEAR..=NEAR).contains(&factor) {
            let shown = match gain {
                ..=0 => "no gain".to_owned(),
                1 => "a gain of one pawn".to_owned(),
                gain => format!("a gain of {gain} pawns"),
            };
            return format!(
                "{} shows {shown} after {} s: the author may have taken that",
                iteration.best.as_deref().unwrap_or(NONE),
                hundredths(iteration.seconds)
            );
        }
    }
    let faster = record.result.seconds.is_some_and(|seconds| seconds < f64::from(paper));
    if faster {
        "convincing sooner here than there: the author waited for more, or his program did not see it".to_owned()
    } else {
        "never the best move near the paper’s time".to_owned()
    }
}

/// The list as part of the page.
pub(super) fn where_we_differ(report: &Report<'_>) -> Markup {
    let fitted = report.summary.effective_clock_hz;
    let scale = fitted.map_or(1.0, |hertz| report.clock.hertz() as f64 / hertz);
    html! {
        section #differences {
            h2 { "Where we differ most" }
            div.scroll data-figure="differences" {
                table.figures {
                    caption.hidden { "Positions whose times differ most, with what the iterations say" }
                    thead {
                        tr {
                            @for name in ["position", "paper, s", "ours, s", "ratio"] { th scope="col" { (name) } }
                            th.words scope="col" { "what the iterations say, at the fitted clock" }
                        }
                    }
                    tbody {
                        @for (record, ratio) in differences(report) {
                            tr {
                                th scope="row" { a href={ "#p" (record.result.number) } { (record.result.number) } }
                                td { (record.result.table1_seconds.unwrap_or_default()) }
                                td { (record.result.seconds.map_or_else(|| NONE.to_owned(), hundredths)) }
                                td { (format!("{ratio:.2}")) }
                                td.words { (reason(record, scale)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
