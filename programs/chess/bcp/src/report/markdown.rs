//! The report as Markdown: the table, the figures, the statistics, what was run, and a line for each position.

use std::fmt::Write as _;

use cli::grouped;

use super::figures::{STATISTICS, pair};
use super::grid::footnote;
use super::number::{NONE, hundredths, table1, value};
use super::run::Report;
use crate::judgement::Times;
use crate::results::Record;

/// The whole text.
pub(super) fn text(report: &Report<'_>) -> String {
    let mut out = format!(
        "# Seconds to solution at {}\n\n\
         Whole and never below 1; F: not solved, here within {} s.",
        report.clock, report.limit_seconds
    );
    if let Some(missing) = report.missing() {
        let _ = write!(out, " **Unfinished: {missing}.**");
    }
    if let Some(rejected) = report.rejected() {
        let _ = write!(out, " **Not run: {rejected}.**");
    }
    out += if report.has_paper() {
        " Ours, then the paper's (Table 1); bold where they differ by more than a factor of 2, or one of them is F.\n\
         †: the printed solution is incorrect; ‡: solved with a lesser gain.\n\n"
    } else {
        " The number of a position is that of its column and that of its row, added.\n\n"
    };
    grid(report, &mut out);
    if report.has_paper() {
        headlines(report, &mut out);
        statistics(report, &mut out);
    }
    positions(report, &mut out);
    run(report, &mut out);
    out
}

/// A row of a table. Bars would end a cell.
fn row(out: &mut String, cells: impl IntoIterator<Item = String>) {
    out.push('|');
    for cell in cells {
        let _ = write!(out, " {} |", cell.replace('|', "\\|"));
    }
    out.push('\n');
}

/// The heading of a table: the first column to the left, others to the right.
fn heading(out: &mut String, names: &[impl ToString]) {
    let columns = names.len();
    row(out, names.iter().map(ToString::to_string));
    out.push_str("|:--");
    out.push_str(&"|--:".repeat(columns.saturating_sub(1)));
    out.push_str("|\n");
}

fn grid(report: &Report<'_>, out: &mut String) {
    let (quizzes, rows) = report.layout();
    let paper = report.has_paper();
    let mut names = vec![if paper { "quiz" } else { "number" }.to_owned()];
    names.extend(quizzes.iter().map(|quiz| report.heading(*quiz).to_string()));
    heading(out, &names);
    for (place, records) in rows {
        let text = |at: Option<usize>| at.map_or_else(String::new, |at| cell(&report.records[at], paper));
        row(
            out,
            [place.to_string()].into_iter().chain(records.into_iter().map(text)),
        );
    }
}

fn cell(record: &Record, has_paper: bool) -> String {
    let (ours, paper) = pair(&record.result);
    if !has_paper {
        return table1(ours);
    }
    let mark = footnote(record).map_or("", |(mark, _)| mark);
    let far = !matches!(super::grid::class(&record.result), "even" | "neither");
    let bold = if far { "**" } else { "" };
    format!("{bold}{}{bold} {}{mark}", table1(ours), table1(paper))
}

fn headlines(report: &Report<'_>, out: &mut String) {
    out.push_str("\n## The paper's figures, and ours\n\n");
    heading(out, &["", "paper's text", "paper's table", "ours"]);
    for headline in report.headlines() {
        row(out, [headline.label, headline.text, headline.table, headline.ours]);
    }
}

fn statistics(report: &Report<'_>, out: &mut String) {
    out.push_str("\n## Statistics\n\n");
    for (_, label, count) in report.counts() {
        let _ = writeln!(out, "* {label}: {count}");
    }
    out.push('\n');
    heading(out, &["", "all", "mates", "material wins"]);
    let summary = &report.summary;
    for statistic in STATISTICS {
        let of = |times: &Option<Times>| times.as_ref().map_or_else(|| NONE.to_owned(), statistic.of);
        let [all, mates, material] = [&summary.times, &summary.mates, &summary.material].map(of);
        row(out, [statistic.label.to_owned(), all, mates, material]);
    }
    out.push('\n');
    for statistic in STATISTICS.iter().filter(|statistic| !statistic.definition.is_empty()) {
        let _ = writeln!(out, "* *{}*: {}", statistic.label, statistic.definition);
    }
}

fn positions(report: &Report<'_>, out: &mut String) {
    out.push_str("\n## The positions\n\n");
    let paper = report.has_paper();
    let mut names = vec!["", "solution", "seconds"];
    names.extend(paper.then_some("paper"));
    names.extend(["depth", "value", "nodes", "cycles", "principal variation"]);
    heading(out, &names);
    for record in report.records {
        let result = &record.result;
        let variation = record.reported().map(|iteration| iteration.variation.join(" "));
        let solution = match record.avoid_moves.as_str() {
            "" => record.best_moves.clone(),
            avoid => format!("{} not {avoid}", record.best_moves).trim().to_owned(),
        };
        let seconds = result.seconds.map_or_else(|| "F".to_owned(), hundredths);
        let mut cells = vec![result.number.to_string(), solution, seconds];
        cells.extend(paper.then(|| table1(result.table1_seconds)));
        cells.extend([
            result.depth.map_or_else(|| NONE.to_owned(), |depth| depth.to_string()),
            result.value.map_or_else(|| NONE.to_owned(), value),
            grouped(result.nodes),
            grouped(result.cycles),
            variation.unwrap_or_default(),
        ]);
        row(out, cells);
    }
}

fn run(report: &Report<'_>, out: &mut String) {
    let Some(record) = report.records.first() else {
        return;
    };
    let (run, set) = (&record.run, &record.run.set);
    out.push_str("\n## What was run\n\n");
    heading(out, &["", "value"]);
    for (name, value) in [
        ("program image, SHA-256", run.program.clone()),
        ("positions, SHA-256", run.suite.clone()),
        ("settings, SHA-256", run.settings.clone()),
        ("positions run", set.positions.clone()),
        ("clock", report.clock.to_string()),
        ("limit", format!("{} s", set.limit_seconds)),
        ("deepest iteration", set.depth.to_string()),
        ("version of the search", set.version.clone()),
        ("instruction table, SHA-256", set.instruction_table.clone()),
        ("rule for \"solved\", SHA-256", set.criterion.clone()),
        ("bcp", set.bcp.clone()),
    ] {
        row(out, [name.to_owned(), value]);
    }
}
