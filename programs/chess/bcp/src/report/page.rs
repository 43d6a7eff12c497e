//! The report as one self-contained HTML file, without network access or scripts.

use bcp_suite::{BUILT_IN, QUIZ};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use z8000::isa::FORM_COUNT;

use super::figures::{STATISTICS, told};
use super::number::percent;
use super::run::Report;
use super::{cards, diagram, finding, grid};
use crate::judgement::Times;
use crate::results::sha256;

const STYLE: &str = include_str!("style.css");

/// Content security policy: the page loads nothing, sends nothing, and runs no script, whatever strings a result
/// contains.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// Returns the head of the page, with the style sheet inlined.
fn head(title: &str) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(POLICY);
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            link rel="icon" href="data:,";
            title { (title) }
            style { (PreEscaped(STYLE)) }
        }
    }
}

/// Returns the whole page.
pub(super) fn html(report: &Report<'_>) -> Markup {
    let clock = report.clock;
    let at = html! { span data-figure="lead.clock" { (clock) } };
    let title = if report.has_paper() {
        "Table 1, run again"
    } else {
        "Positions solved"
    };
    html! {
        (DOCTYPE)
        html lang="en" {
            (head(&format!("{title}: Z8000 seconds at {clock}")))
            body {
                (diagram::definitions())
                header.page {
                    h1 { (title) }
                    @if report.has_paper() {
                        p.lead {
                            "Don Beal’s null-move quiescence program of 1986, rebuilt in Z8000 assembly and run on an emulated processor at "
                            (at) ": its times for the positions of " i { "Win at Chess" }
                            ", compared with Table 1 of the 1990 paper. "
                            span data-figure="lead.finding" { (finding::sentence(report)) }
                        }
                        p.small { "The Z8000 is a processor from 1979. F: not solved." }
                    } @else {
                        p.lead { "A reconstruction of Don Beal’s null-move quiescence program of 1986 on an emulated Z8000 at " (at) "." }
                    }
                    @if let Some(missing) = report.missing() {
                        p.unfinished { "Unfinished: " (missing) ". The figures cover only the finished positions." }
                    }
                    @if let Some(rejected) = report.rejected() {
                        p.unfinished { "Not run: " (rejected) "." }
                    }
                    (hero(report))
                    nav aria-label="Sections" {
                        ul {
                            li { a href="#table" { "Table" } }
                            @if report.has_paper() {
                                li { a href="#trust" { "How far to trust these results" } }
                                li { a href="#figures" { "Figures" } }
                                li { a href="#statistics" { "Statistics" } }
                            }
                            li { a href="#positions" { "Positions" } }
                            li { a href="#run" { "What was run" } }
                            @if let Some(page) = report.page {
                                li { a href=(page.address()) { "The program, running" } }
                            }
                        }
                    }
                }
                main {
                    (table_section(report))
                    @if report.has_paper() {
                        (finding::trust(report))
                        (headlines(report))
                        (statistics(report))
                    }
                    section #positions {
                        h2 { "The positions" }
                        p {
                            "The squares of the move found are marked; the reported iteration is bold. Values are in \
                             pawns for the side to play. "
                            "A principal variation ends where the stored tree ends, at a mate, or where passing is as \
                             good."
                        }
                        p.to-print { label { input #print-cards type="checkbox"; " Also print the positions" } }
                        (cards::cards(report))
                    }
                    (run(report))
                }
            }
        }
    }
}

/// Formats the most important figures.
fn hero(report: &Report<'_>) -> Markup {
    let summary = &report.summary;
    let times = summary.times.as_ref().filter(|_| report.has_paper());
    let figure = |key: &str, value: Markup, label: &str| {
        html! { div { dt { (label) } dd data-figure={ "hero." (key) } { (value) } } }
    };
    let of = |count: usize| html! { (count) small { " of " (summary.positions) } };
    let solved = match report.rejected() {
        Some(_) => "positions solved, excluding rejected lines",
        None => "positions solved",
    };
    html! {
        dl.hero {
            (figure("solved", of(summary.solved), solved))
            @if report.has_paper() {
                (figure("paper", of(summary.table1_solved), "solved by the paper"))
            }
            @if let Some(times) = times {
                @if let Some(ranked) = finding::headline(times) {
                    (figure("spearman", html! { (format!("{:.2}", times.spearman)) small { (ranked) } }, "rank correlation of the times"))
                }
                (figure("within-2", html! { (percent(times.within_2)) }, "within a factor of 2"))
            }
        }
    }
}

fn table_section(report: &Report<'_>) -> Markup {
    html! {
        section #table {
            h2 { @if report.has_paper() { "Table 1, ours and the paper’s" } @else { "Seconds to solution" } }
            p {
                "Seconds to solution, rounded up; F: not solved, here within "
                span data-figure="table.limit" { (report.limit_seconds) } " s. "
                @if report.has_paper() {
                    "Columns are the quizzes of the book; our times are bold, with the paper’s beside them. Quizzes \
                     have " (QUIZ)
                    " positions, numbered consecutively: " (report.example().unwrap_or_default())
                } @else { "The number of a position is the sum of its column and row numbers." }
                @if report.page.is_some() {
                    " A cell opens the running program at the moment of the solution; the position’s card below has \
                     every iteration."
                }
            }
            (grid::table(report))
            @if report.has_paper() { (grid::legend()) }
        }
    }
}

fn headlines(report: &Report<'_>) -> Markup {
    html! {
        section #figures {
            h2 { "The paper’s figures, and ours" }
            div.scroll tabindex="0" role="region" aria-label="The paper's figures, and ours" {
                table.figures.headlines {
                    caption.hidden { "The paper’s figures, and ours" }
                    thead {
                        tr {
                            td {}
                            @for name in ["paper’s text", "paper’s table", "ours"] { th scope="col" { (name) } }
                        }
                    }
                    tbody {
                        @for headline in report.headlines() {
                            tr {
                                th scope="row" { (headline.label) span.hidden { ": " } small { (headline.note) } }
                                td { (headline.text) }
                                td data-figure={ "headline." (headline.key) ".table" } { (headline.table) }
                                td.main data-figure={ "headline." (headline.key) ".ours" } { (headline.ours) }
                            }
                        }
                    }
                }
            }
            p.small { "Paper’s table: counted from the cells of Table 1, only for the positions of this run." }
        }
    }
}

fn statistics(report: &Report<'_>) -> Markup {
    let summary = &report.summary;
    let groups: [(&str, &str, &Option<Times>); 3] = [
        ("all", "all", &summary.times),
        ("mates", "mates", &summary.mates),
        ("material", "material wins", &summary.material),
    ];
    html! {
        section #statistics {
            h2 { "Statistics" }
            div.two {
                table.figures {
                    caption.hidden { "How our times compare with the paper’s" }
                    thead {
                        tr {
                            td {}
                            @for (_, label, _) in &groups { th scope="col" { (label) } }
                        }
                    }
                    tbody {
                        @for (key, statistic) in STATISTICS {
                            tr {
                                th scope="row" { (told(key).0) }
                                @for (group, _, times) in &groups {
                                    td data-figure={ "statistics." (group) "." (key) } {
                                        @match times {
                                            Some(times) => (statistic(times)),
                                            None => (super::number::NONE),
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
                table.figures {
                    caption.hidden { "Numbers of positions" }
                    thead { tr { td {} th scope="col" { "positions" } } }
                    tbody {
                        @for (key, label, count) in report.counts() {
                            tr { th scope="row" { (label) } td data-figure=(key) { (count) } }
                        }
                    }
                }
            }
            dl.definitions {
                @for (label, definition) in STATISTICS.iter().map(|(key, _)| told(key)).filter(|(_, about)| !about.is_empty()) {
                    dt { (label) }
                    dd { (definition) }
                }
                dt { "mates, material wins" }
                dd { "Mates: the iteration that solved the position has the value of a mate. Material wins are all others; a few of them save a draw." }
            }
        }
    }
}

fn run(report: &Report<'_>) -> Markup {
    let Some(record) = report.records.first() else {
        return html! {};
    };
    let run = &record.run;
    let set = &run.set;
    let flags = [
        (set.version == "simple", " --simple"),
        (run.suite != sha256(BUILT_IN.as_bytes()), " --suite FILE"),
        (set.suite_moves, " --suite-moves"),
        (set.claimed_gains.is_some(), " --claimed-gains"),
        (set.to_limit, " --to-limit"),
    ];
    let flags: String = flags
        .into_iter()
        .filter_map(|(given, flag)| given.then_some(flag))
        .collect();
    let command = format!(
        "bcp table1 --positions {} --clock {}Hz --limit-seconds {}{flags}",
        set.positions, set.clock_hz, set.limit_seconds
    );
    html! {
        section #run {
            h2 { "What was run" }
            @if report.missing().is_some() {
                p { "The report covers only part of the run of this command:" }
            } @else {
                p { "With the same program, positions and settings, every figure is reproduced exactly:" }
            }
            pre data-figure="run.command" { (command) }
            dl.run {
                @for (key, name, value) in report.facts() {
                    dt { (name) } dd data-figure={ "run." (key) } { (value) }
                }
                dt { "instruction forms" } dd { (FORM_COUNT) }
            }
        }
    }
}
