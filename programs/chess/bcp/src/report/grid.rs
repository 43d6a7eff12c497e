//! The paper's table combined with ours, in the paper's layout: quizzes across, numbers down.

use maud::{Markup, html};

use super::figures::pair;
use super::number::table1;
use super::run::Report;
use crate::judgement::Outcome;
use crate::results::Record;

/// The colours of the table, from faster to slower than the paper, as class and meaning.
pub(super) const LEGEND: [(&str, &str); 8] = [
    ("f5", "more than 5 times faster"),
    ("f2", "2 to 5 times faster"),
    ("even", "within a factor of 2"),
    ("s2", "2 to 5 times slower"),
    ("s5", "more than 5 times slower"),
    ("won", "solved here, F in the paper"),
    ("lost", "F here, solved in the paper"),
    ("neither", "F in both"),
];

/// Returns the class of a position, which compares our time with the paper's.
pub(super) fn class(result: &Outcome) -> &'static str {
    match pair(result) {
        (Some(ours), Some(paper)) => {
            // Integers are compared, so that a ratio of exactly 2 is within a factor of 2.
            let (ours, paper) = (u64::from(ours), u64::from(paper));
            match () {
                () if ours > 5 * paper => "s5",
                () if ours > 2 * paper => "s2",
                () if paper > 5 * ours => "f5",
                () if paper > 2 * ours => "f2",
                () => "even",
            }
        }
        (Some(_), None) => "won",
        (None, Some(_)) => "lost",
        (None, None) => "neither",
    }
}

/// Returns the mark and the text of a position's footnote.
pub(super) fn footnote(record: &Record) -> Option<(&'static str, &'static str)> {
    match record.result.note.as_deref()? {
        "lesser-gain" => Some(("‡", "the paper found the solution with a lesser gain")),
        "reinfeld-incorrect" => Some(("†", "the paper showed the printed solution to be incorrect")),
        _ => Some(("*", "the suite has a note on the position")),
    }
}

pub(super) fn table(report: &Report<'_>) -> Markup {
    let (quizzes, rows) = report.layout();
    html! {
        div.scroll tabindex="0" role="region" aria-label="Table 1, ours and the paper's" {
            table.grid {
                caption.hidden {
                    @if report.has_paper() { "Seconds to solution by number and quiz: ours, then the paper’s" }
                    @else { "Seconds to solution" }
                }
                thead {
                    tr {
                        th scope="col" { span.hidden { "number, by quiz" } }
                        @for quiz in quizzes { th scope="col" { (report.heading(quiz)) } }
                    }
                }
                tbody {
                    @for (place, cells) in rows {
                        tr {
                            th scope="row" { (place) }
                            @for at in cells {
                                @match at {
                                    Some(at) => (cell(&report.records[at], report)),
                                    None => td {},
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cell(record: &Record, report: &Report<'_>) -> Markup {
    let (result, has_paper) = (&record.result, report.has_paper());
    let (ours, paper) = pair(result);
    let class = if has_paper { class(result) } else { "plain" };
    let card = || format!("#p{}", result.number);
    let target = report.page.map_or_else(card, |page| page.solution(record));
    html! {
        td class=(class) {
            a href=(target) title={ "position " (result.number) @if has_paper { ", " (meaning(class)) } } {
                span.ours data-figure={ "cell." (result.number) ".ours" } { (table1(ours)) }
                @if has_paper {
                    span.hidden { " / " }
                    span.paper data-figure={ "cell." (result.number) ".paper" } {
                        (table1(paper))
                        @if let Some((mark, meaning)) = footnote(record) { sup title=(meaning) { (mark) } }
                    }
                }
            }
        }
    }
}

fn meaning(class: &str) -> &'static str {
    let known = LEGEND.iter().find(|(name, _)| *name == class);
    known.map_or("", |(_, meaning)| meaning)
}

/// Formats the legend of colours and marks.
pub(super) fn legend() -> Markup {
    html! {
        ul.legend {
            @for (class, meaning) in LEGEND {
                li { span class={ "swatch " (class) } aria-hidden="true" {} (meaning) }
            }
            li { span.sign { "†" } " printed solution incorrect" }
            li { span.sign { "‡" } " solved with a lesser gain" }
        }
    }
}
