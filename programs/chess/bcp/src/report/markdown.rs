//! The report as Markdown: the table, the figures, the statistics, what was run, and a line for each position.

use std::fmt::Write as _;
use std::iter;

use bcp_driver::Value;
use cli::{Column, Table, grouped};

use super::figures::{STATISTICS, pair};
use super::grid::footnote;
use super::number::{NONE, hundredths, table1};
use super::run::Report;
use crate::judgement::Times;
use crate::results::Record;

/// The whole text.
pub(super) fn text(report: &Report<'_>) -> String {
    let mut out = format!(
        "# Seconds to solution at {}\n\n\
         Times are in whole seconds, at least 1; F: not solved, here within {} s.",
        report.clock, report.limit_seconds
    );
    if let Some(missing) = report.missing() {
        let _ = write!(out, " **Unfinished: {missing}.**");
    }
    if let Some(rejected) = report.rejected() {
        let _ = write!(out, " **Not run: {rejected}.**");
    }
    out += if report.has_paper() {
        " Our time, then the paper's (Table 1); bold: the times differ by more than a factor of 2, or one of them is \
         F.\n\
         †: the printed solution is incorrect; ‡: solved with a lesser gain.\n\n"
    } else {
        " The number of a position is the sum of its column and row numbers.\n\n"
    };
    grid(report, &mut out);
    if report.has_paper() {
        headlines(report, &mut out);
        statistics(report, &mut out);
    }
    if !report.rules.is_empty() {
        let _ = write!(
            out,
            "\n## Under other rules\n\n{}",
            super::table::rules(report).markdown()
        );
    }
    positions(report, &mut out);
    run(report, &mut out);
    out
}

/// A table without rows: the first column to the left, others to the right.
fn table(first: &str, others: impl IntoIterator<Item = impl Into<String>>) -> Table {
    Table::new(iter::once(Column::left(first)).chain(others.into_iter().map(Column::right)))
}

fn grid(report: &Report<'_>, out: &mut String) {
    let (quizzes, rows) = report.layout();
    let paper = report.has_paper();
    let names = quizzes.iter().map(|quiz| report.heading(*quiz).to_string());
    let mut grid = table(if paper { "quiz" } else { "number" }, names);
    for (place, records) in rows {
        let text = |at: Option<usize>| at.map_or_else(String::new, |at| cell(&report.records[at], paper));
        grid.row(iter::once(place.to_string()).chain(records.into_iter().map(text)));
    }
    *out += &grid.markdown();
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
    let mut headlines = table("", ["paper's text", "paper's table", "ours"]);
    for headline in report.headlines() {
        headlines.row([headline.label, headline.text, headline.table, headline.ours]);
    }
    *out += &headlines.markdown();
}

fn statistics(report: &Report<'_>, out: &mut String) {
    out.push_str("\n## Statistics\n\n");
    for (_, label, count) in report.counts() {
        let _ = writeln!(out, "* {label}: {count}");
    }
    out.push('\n');
    let mut statistics = table("", ["all", "mates", "material wins"]);
    let summary = &report.summary;
    for statistic in STATISTICS {
        let of = |times: &Option<Times>| times.as_ref().map_or_else(|| NONE.to_owned(), statistic.of);
        let [all, mates, material] = [&summary.times, &summary.mates, &summary.material].map(of);
        statistics.row([statistic.label, &all, &mates, &material]);
    }
    *out += &statistics.markdown();
    out.push('\n');
    for statistic in STATISTICS.iter().filter(|statistic| !statistic.definition.is_empty()) {
        let _ = writeln!(out, "* *{}*: {}", statistic.label, statistic.definition);
    }
}

fn positions(report: &Report<'_>, out: &mut String) {
    out.push_str("\n## The positions\n\n");
    let paper = report.has_paper();
    let mut names = vec!["solution", "seconds"];
    names.extend(paper.then_some("paper"));
    names.extend(["depth", "value", "nodes", "cycles", "principal variation"]);
    let mut positions = table("", names);
    for record in report.records {
        let result = &record.result;
        let variation = result.variation.clone();
        let best = result.best_moves.clone().unwrap_or_default();
        let solution = match &result.avoid_moves {
            None => best,
            Some(avoid) => format!("{best} not {avoid}").trim().to_owned(),
        };
        let seconds = result.seconds.map_or_else(|| "F".to_owned(), hundredths);
        let mut cells = vec![result.number.to_string(), solution, seconds];
        cells.extend(paper.then(|| table1(result.table1_seconds)));
        cells.extend([
            result.depth.map_or_else(|| NONE.to_owned(), |depth| depth.to_string()),
            result
                .value
                .map_or_else(|| NONE.to_owned(), |value| Value(value).printed()),
            grouped(result.nodes),
            grouped(result.cycles),
            variation.unwrap_or_default(),
        ]);
        positions.row(cells);
    }
    *out += &positions.markdown();
}

fn run(report: &Report<'_>, out: &mut String) {
    out.push_str("\n## What was run\n\n");
    let mut facts = table("", ["value"]);
    for (_, name, value) in report.facts() {
        facts.row([name, &value]);
    }
    *out += &facts.markdown();
}
