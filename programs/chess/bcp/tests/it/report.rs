//! The report agrees with the results. `tests/figures/report.py` computes the figures independently.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;

use crate::common::python;
use crate::page::Page;
use crate::program::Program;

const BCP: Program = Program("");

/// The positions of a run with early and late solutions, mates, F cells and footnotes.
const POSITIONS: &str = "1-48,92,95,116,129-130,149,157,260-263";

fn folder() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

/// A run: its report as JSON and as a page, and its results file.
struct Run {
    records: Vec<Value>,
    page: Page,
    html: PathBuf,
    lines: PathBuf,
}

/// The run that most tests use.
static RUN: LazyLock<Run> = LazyLock::new(|| run("figures", "4MHz"));

/// Runs the positions at a clock rate.
fn run(name: &str, clock: &str) -> Run {
    let lines = folder().join(format!("report-{name}.jsonl"));
    let html = folder().join(format!("report-{name}.html"));
    let _ = fs::remove_file(&lines);
    let (lines_text, html_text) = (lines.to_str().expect("a path"), html.to_str().expect("a path"));
    BCP.printed(&format!(
        "table1 --positions {POSITIONS} --limit-seconds 20 --clock {clock} --out '{lines_text}' --report '{html_text}'"
    ));
    Run { records: records(&lines), page: Page::read(&html), html, lines }
}

fn records(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("results");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line"))
        .collect()
}

/// The figures of a position have the names that the Python program reads.
#[test]
fn figures_have_the_names_that_another_program_reads() {
    let program = include_str!("../../../../../tests/figures/report.py");
    let of_a_position = |name: &&str| name.contains(".{number}") && name.matches('{').count() == 1;
    let names: Vec<_> = program.split('"').filter(of_a_position).collect();
    assert!(names.len() > 5, "{names:?}");
    for name in names {
        let name = name.replace("{number}", "1");
        assert!(RUN.page.figures.contains_key(&name), "{name}");
    }
}

/// The figures agree with the Python program; with `BCP_RESULTS=FILE.jsonl`, those of that run, too.
#[test]
#[ignore = "needs Python 3"]
fn figures_are_those_of_another_program() {
    let given = std::env::var_os("BCP_RESULTS").map(PathBuf::from);
    let reported = given.map(|lines| {
        let html = folder().join("report-given.html");
        BCP.printed(&format!("report '{}' --report '{}'", lines.display(), html.display()));
        (html, lines)
    });
    let linked = folder().join("report-linked.html");
    let (html, lines) = (RUN.html.clone(), RUN.lines.clone());
    BCP.printed(&format!(
        "report '{}' --report '{}' --page index.html",
        lines.display(),
        linked.display()
    ));
    for (html, lines) in [(html, lines.clone()), (linked, lines)].into_iter().chain(reported) {
        python("report.py", &[html, lines]);
    }
}

/// The figures agree under the rule in use and the alternative ones, in searches long enough for the rule to decide.
#[test]
#[ignore = "needs Python 3"]
fn solutions_are_those_of_another_program() {
    let [lines, json, html] = ["rules.jsonl", "rules.json", "rules.html"].map(|name| folder().join(name));
    let _ = fs::remove_file(&lines);
    let run = "table1 --positions 1-40,206,259 --limit-seconds 700 --to-limit";
    BCP.printed(&format!(
        "{run} --out '{}' --report '{}'",
        lines.display(),
        html.display()
    ));
    let report = BCP.printed(&format!("report '{}' --format json", lines.display()));
    fs::write(&json, report).expect("a file");
    python("rule.py", &[lines.clone(), json]);
    python("report.py", &[html, lines]);
}

/// With the page's address, cells link to solutions and depths to the ends of iterations; the rest is unchanged.
#[test]
fn moments_of_the_page_are_linked() {
    let Run { records, lines, .. } = &*RUN;
    let html = folder().join("moments.html");
    let (lines, html) = (lines.to_str().expect("a path"), html.to_str().expect("a path"));
    BCP.printed(&format!("report '{lines}' --report '{html}' --page the%20page.html"));
    let page = fs::read_to_string(html).expect("a page");
    let link = |moment: &str, behind: &str| page.contains(&format!("<a href=\"the%20page.html#{moment}\"{behind}"));
    for record in records {
        let number = &record["number"];
        for iteration in record["iterations"].as_array().expect("iterations") {
            let end = format!("position={number}&amp;instruction={}", iteration["instructions"]);
            let depth = format!(" title=\"the end of this iteration\">{}</a>", iteration["depth"]);
            assert!(link(&end, &depth), "{number}: {end}");
        }
        let solution = match record["solved"] == Value::Bool(true) {
            true => format!("position={number}&amp;instruction={}", reported(record)["instructions"]),
            false => format!("position={number}"),
        };
        assert!(link(&solution, &format!(" title=\"position {number}, ")), "{solution}");
    }
}

#[test]
fn a_page_of_another_program_is_not_linked() {
    let lines = folder().join("simple.jsonl");
    let html = folder().join("simple.html");
    let _ = fs::remove_file(&lines);
    let (lines, html) = (lines.to_str().expect("a path"), html.to_str().expect("a path"));
    BCP.printed(&format!(
        "table1 --positions 5 --limit-seconds 5 --simple --out '{lines}'"
    ));
    for (page, status, reason) in [
        (
            "index.html",
            1,
            "for a program other than the one on the page index.html",
        ),
        ("index.html#position=5", 2, "remove `#` and everything after it"),
        ("", 2, "missing page address"),
    ] {
        BCP.check(
            &format!("report '{lines}' --report '{html}' --page '{page}'"),
            status,
            &[reason],
        );
    }
}

#[test]
fn nothing_but_figures_depends_on_the_run() {
    let (slow, fast) = (&run("slow", "1MHz").page, &RUN.page);
    assert_ne!(slow.figures["hero.solved"], fast.figures["hero.solved"]);
    assert_eq!(slow.rest, fast.rest);
}

/// The most important figures include a rank correlation, with its interval, only for many positions.
#[test]
fn a_rank_correlation_of_a_few_positions_is_no_headline() {
    let all = fs::read_to_string(&RUN.lines).expect("results");
    let few: String = all.lines().take(9).map(|line| format!("{line}\n")).collect();
    let (lines, html) = (folder().join("few.jsonl"), folder().join("few.html"));
    fs::write(&lines, few).expect("results");
    BCP.printed(&format!("report '{}' --report '{}'", lines.display(), html.display()));
    let page = Page::read(&html);
    assert!(!page.figures.contains_key("hero.spearman"));
    assert!(!page.figures["lead.finding"].contains("rank correlation"));
    assert!(page.figures.contains_key("statistics.all.spearman"));
    assert!(!page.figures.contains_key("headline.position-96.ours"));
    assert!(page.rest.contains("position 9 is in column 1, row 9."));
    assert!(RUN.page.figures["hero.spearman"].contains(" to "));
}

#[test]
fn csv_says_the_same() {
    let Run { records, lines, .. } = &*RUN;
    let path = lines.to_str().expect("a path");
    let csv = BCP.printed(&format!("report '{path}' --format csv"));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let heading = reader.headers().expect("a heading").clone();
    let rows: Vec<_> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), records.len());
    for (row, record) in rows.iter().zip(records) {
        for (name, cell) in heading.iter().zip(row) {
            let expected = match &record[name] {
                _ if name == "variation" => moves(reported(record)),
                Value::Null => String::new(),
                Value::Bool(value) => value.to_string().to_uppercase(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(cell, expected, "{name} of {}", record["number"]);
        }
    }
}

/// Returns the iteration that a result reports.
fn reported(record: &Value) -> &Value {
    let iterations = record["iterations"].as_array().expect("iterations");
    let reported = iterations.iter().find(|reported| reported["depth"] == record["depth"]);
    reported.unwrap_or(&Value::Null)
}

fn moves(reported: &Value) -> String {
    let moves = reported["variation"].as_array().map(Vec::as_slice).unwrap_or_default();
    let moves: Vec<&str> = moves.iter().filter_map(Value::as_str).collect();
    moves.join(" ")
}
