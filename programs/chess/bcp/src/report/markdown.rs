//! The report as Markdown: the table, the figures, the statistics, what was run, and a line for each position.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use bcp_suite::QUIZ;
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
fn heading(out: &mut String, names: Vec<String>) {
    let columns = names.len();
    row(out, names);
    out.push_str("|:--");
    out.push_str(&"|--:".repeat(columns.saturating_sub(1)));
    out.push_str("|\n");
}

fn grid(report: &Report<'_>, out: &mut String) {
    let cells: BTreeMap<(u32, u32), &Record> = report
        .records
        .iter()
        .map(|record| ((record.result.place, record.result.quiz), record))
        .collect();
    let quizzes: BTreeSet<u32> = cells.keys().map(|(_, quiz)| *quiz).collect();
    let places: BTreeSet<u32> = cells.keys().map(|(place, _)| *place).collect();
    let paper = report.has_paper();
    let first = if paper { "quiz" } else { "number" };
    let name = |quiz: &u32| {
        if paper { *quiz } else { QUIZ * quiz.saturating_sub(1) }
    };
    let names = quizzes.iter().map(|quiz| name(quiz).to_string());
    heading(out, [first.to_owned()].into_iter().chain(names).collect());
    for place in places {
        let row_cells = quizzes.iter().map(|quiz| {
            let record = cells.get(&(place, *quiz));
            record.map_or_else(String::new, |record| cell(record, report.has_paper()))
        });
        row(out, [place.to_string()].into_iter().chain(row_cells));
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
    let names = ["", "paper's text", "paper's table", "ours"];
    heading(out, names.map(str::to_owned).to_vec());
    for headline in report.headlines() {
        row(out, [headline.label, headline.text, headline.table, headline.ours]);
    }
}

fn statistics(report: &Report<'_>, out: &mut String) {
    out.push_str("\n## Statistics\n\n");
    for count in report.counts() {
        let _ = writeln!(out, "* {}: {}", count.label, count.value);
    }
    out.push('\n');
    heading(out, ["", "all", "mates", "material wins"].map(str::to_owned).to_vec());
    let summary = &report.summary;
    for statistic in STATISTICS {
        let of = |times: &Option<Times>| times.as_ref().map_or_else(|| NONE.to_owned(), statistic.of);
        row(
            out,
            [
                statistic.label.to_owned(),
                of(&summary.times),
                of(&summary.mates),
                of(&summary.material),
            ],
        );
    }
    out.push('\n');
    for statistic in STATISTICS.iter().filter(|statistic| !statistic.definition.is_empty()) {
        let _ = writeln!(out, "* *{}*: {}", statistic.label, statistic.definition);
    }
}

fn positions(report: &Report<'_>, out: &mut String) {
    out.push_str("\n## The positions\n\n");
    let paper = report.has_paper();
    let names = ["", "solution", "seconds"].into_iter();
    let names = names.chain(paper.then_some("paper"));
    let names = names.chain(["depth", "value", "nodes", "cycles", "principal variation"]);
    heading(out, names.map(str::to_owned).collect());
    for record in report.records {
        let result = &record.result;
        let variation = record.reported().map(|iteration| iteration.variation.join(" "));
        let solution = match record.avoid_moves.as_str() {
            "" => record.best_moves.clone(),
            avoid => format!("{} not {avoid}", record.best_moves).trim().to_owned(),
        };
        let ours = [
            result.number.to_string(),
            solution,
            result.seconds.map_or_else(|| "F".to_owned(), hundredths),
        ];
        let theirs = paper.then(|| table1(result.table1_seconds));
        row(
            out,
            ours.into_iter().chain(theirs).chain([
                result.depth.map_or_else(|| NONE.to_owned(), |depth| depth.to_string()),
                result.value.map_or_else(|| NONE.to_owned(), value),
                grouped(result.nodes),
                grouped(result.cycles),
                variation.unwrap_or_default(),
            ]),
        );
    }
}

fn run(report: &Report<'_>, out: &mut String) {
    let Some(record) = report.records.first() else {
        return;
    };
    let (run, set) = (&record.run, &record.run.set);
    out.push_str("\n## What was run\n\n");
    heading(out, ["", "value"].map(str::to_owned).to_vec());
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
