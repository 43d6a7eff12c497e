//! Every figure of the report is computed once more, from the JSON lines alone and with other code, and compared with what the page,
//! the Markdown and the CSV say. With `BCP_RESULTS=FILE.jsonl` the same is done for the results of a longer run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;

use crate::common::Bcp;
use crate::page::Page;

const BCP: Bcp = Bcp("");

/// A run with solutions early and late, mates, F cells and footnotes.
const POSITIONS: &str = "1-31,92,95,116,129-130,149,157,260-263";

fn folder() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

/// A run, its report and its file of results.
struct Run {
    records: Vec<Value>,
    page: Page,
    lines: PathBuf,
}

/// The run that most tests look at.
static RUN: LazyLock<Run> = LazyLock::new(|| run("figures", "4MHz"));

/// Makes a run at a clock.
fn run(name: &str, clock: &str) -> Run {
    let lines = folder().join(format!("report-{name}.jsonl"));
    let html = folder().join(format!("report-{name}.html"));
    let _ = fs::remove_file(&lines);
    let (lines_text, html_text) = (lines.to_str().expect("a path"), html.to_str().expect("a path"));
    BCP.printed(&format!(
        "table1 --positions {POSITIONS} --limit-seconds 20 --clock {clock} --out '{lines_text}' --report '{html_text}'"
    ));
    Run {
        records: records(&lines),
        page: Page::read(&html),
        lines,
    }
}

fn records(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("results");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line"))
        .collect()
}

#[test]
fn every_figure_of_the_page_follows_from_the_lines() {
    check(&RUN.records, &RUN.page);
    if let Ok(results) = std::env::var("BCP_RESULTS") {
        let html = folder().join("report-given.html");
        BCP.printed(&format!(
            "report '{results}' --report '{}'",
            html.to_str().expect("a path")
        ));
        check(&records(Path::new(&results)), &Page::read(&html));
    }
}

/// With the address of the page, cells lead to solutions and depths to the ends of iterations; the rest is the same.
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
    check(records, &Page::read(Path::new(html)));
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
        ("index.html", 1, "of another program than the page index.html runs"),
        ("index.html#position=5", 2, "leave it out"),
        ("", 2, "the address of the page is missing"),
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

#[test]
fn markdown_and_csv_say_the_same() {
    let Run { records, page, lines } = &*RUN;
    let path = lines.to_str().expect("a path");
    let markdown = BCP.printed(&format!("report '{path}' --format markdown"));
    for (key, text) in &page.figures {
        let in_tables = ["headline.", "statistics.", "count."];
        let hash = [
            "run.program",
            "run.suite",
            "run.settings",
            "run.instructions",
            "run.criterion",
        ];
        if in_tables.iter().any(|begin| key.starts_with(begin)) || hash.contains(&key.as_str()) {
            assert!(markdown.contains(text.as_str()), "{key}: {text}");
        }
    }
    let csv = BCP.printed(&format!("report '{path}' --format csv"));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let heading = reader.headers().expect("a heading").clone();
    let rows: Vec<_> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), records.len());
    for (row, record) in rows.iter().zip(records) {
        for (name, cell) in heading.iter().zip(row) {
            let expected = match &record[name] {
                Value::Null if name == "variation" => moves(reported(record)),
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(cell, expected, "{name} of {}", record["number"]);
        }
    }
}

/// The iteration that a result reports.
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

fn integer(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

/// Seconds of so many cycles to the hundredth, with commas.
fn hundredths(cycles: u64, clock: u64) -> String {
    let hundredths = (cycles * 100 + clock / 2) / clock;
    format!("{}.{:02}", commas(hundredths / 100), hundredths % 100)
}

fn commas(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", commas(number / 1_000), number % 1_000),
    }
}

/// Our time of a result, or the paper's.
type Side = fn(&Cell) -> Option<u64>;

/// A result as the figures need it.
struct Cell {
    number: u64,
    clock: u64,
    /// Seconds of a solution, or of the whole run.
    exact: f64,
    /// Whole seconds from 1, ours and the paper's.
    ours: Option<u64>,
    paper: Option<u64>,
    footnote: bool,
    mate: bool,
}

impl Cell {
    fn new(record: &Value) -> Self {
        let clock = integer(&record["run"]["clock_hz"]);
        let solved = record["solved"] == Value::Bool(true);
        let cycles = integer(&record["cycles"]);
        let seconds = cycles as f64 / clock as f64;
        if solved {
            assert_eq!(record["seconds"].as_f64(), Some(seconds));
            assert_eq!(reported(record)["cycles"], record["cycles"]);
        }
        Self {
            number: integer(&record["number"]),
            clock,
            exact: seconds,
            ours: solved.then(|| cycles.div_ceil(clock).max(1)),
            paper: record["table1_seconds"].as_u64(),
            footnote: !record["note"].is_null(),
            mate: record["value"].as_i64().is_some_and(|value| value > 93),
        }
    }

    fn text(seconds: Option<u64>) -> String {
        seconds.map_or("F".to_owned(), |seconds| seconds.to_string())
    }

    fn class(&self) -> &'static str {
        let (Some(ours), Some(paper)) = (self.ours, self.paper) else {
            return match (self.ours, self.paper) {
                (None, None) => "neither",
                (None, Some(_)) => "lost",
                _ => "won",
            };
        };
        let ratio = ours as f64 / paper as f64;
        match () {
            () if ratio > 5.0 => "s5",
            () if ratio > 2.0 => "s2",
            () if 1.0 / ratio > 5.0 => "f5",
            () if 1.0 / ratio > 2.0 => "f2",
            () => "even",
        }
    }
}

/// Compares all figures of a page with those of the lines.
fn check(records: &[Value], page: &Page) {
    let mut expected = BTreeMap::new();
    let cells: Vec<Cell> = records.iter().map(Cell::new).collect();
    run_figures(records, &mut expected);
    headlines(records, &cells, &mut expected);
    statistics(&cells, &mut expected);
    histogram(&cells, &mut expected);
    differences(&cells, page);
    let scale = page.figures["histogram.scale"].clone();
    expected.insert("histogram.scale".to_owned(), scale);
    expected.insert("differences".to_owned(), page.figures["differences"].clone());
    for (record, cell) in records.iter().zip(&cells) {
        card(record, cell, &mut expected);
        assert_eq!(page.classes[&cell.number], cell.class(), "{}", cell.number);
    }
    places(&cells, page);
    let curve = |side: Side| {
        let mut times: Vec<u64> = cells.iter().filter_map(side).collect();
        times.sort_unstable();
        times
    };
    let limit = records[0]["run"]["limit_seconds"].as_f64().expect("a limit");
    page.check_curve("curve.ours", &curve(|cell| cell.ours), cells.len(), limit);
    page.check_curve("curve.paper", &curve(|cell| cell.paper), cells.len(), 30_000.0);
    trust(&cells, page);
    for (key, text) in &page.figures {
        if key.starts_with("trust.") || key == "lead.finding" {
            continue;
        }
        let wanted = expected.remove(key);
        assert_eq!(Some(text), wanted.as_ref(), "{key}");
    }
    assert!(expected.is_empty(), "not on the page: {expected:?}");
}

type Figures = BTreeMap<String, String>;

/// Times of positions without a footnote that both solved, ours in exact seconds.
fn both(cells: &[Cell]) -> Vec<(&Cell, f64, f64)> {
    let compared = cells.iter().filter(|cell| !cell.footnote && cell.ours.is_some());
    compared
        .filter_map(|cell| Some((cell, cell.exact, cell.paper? as f64)))
        .collect()
}

/// Rank correlation and share within a factor of 2 of such pairs.
fn agreement(pairs: &[(f64, f64)]) -> (String, String) {
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let within = pairs.iter().filter(|(a, b)| a <= &(2.0 * b) && b <= &(2.0 * a)).count();
    (
        format!("{:.2}", correlation(&ranks(&a), &ranks(&b))),
        format!("{:.0} %", 100.0 * within as f64 / pairs.len() as f64),
    )
}

/// Compares the statements of the page on itself. The intervals are drawn by chance: that they hold the figure is all
/// that is asked.
fn trust(cells: &[Cell], page: &Page) {
    let both = both(cells);
    let tied = both
        .iter()
        .filter(|(_, ours, paper)| *ours <= 1.0 && *paper == 1.0)
        .count();
    assert_eq!(page.figures["trust.tied"], format!("{tied} of {}", both.len()));
    let mates: Vec<f64> = (both.iter().filter(|(cell, ..)| cell.mate))
        .map(|(_, ours, paper)| ours.ceil().log2() - paper.log2())
        .collect();
    let ratio = (mates.iter().sum::<f64>() / mates.len() as f64).exp2();
    let pairs = |ours: &dyn Fn(f64) -> f64, shortest: f64| -> Vec<(f64, f64)> {
        let long = both.iter().filter(|(_, _, paper)| *paper > shortest);
        long.map(|(_, exact, paper)| (ours(*exact), *paper)).collect()
    };
    for (key, pairs) in [
        ("long", pairs(&f64::ceil, 10.0)),
        ("exact", pairs(&|exact| exact, 0.0)),
        ("scaled", pairs(&|exact| (exact / ratio).ceil(), 0.0)),
    ] {
        let (spearman, share) = agreement(&pairs);
        let said = &page.figures[&format!("trust.{key}")];
        assert!(
            said.starts_with(&spearman) && said.ends_with(&share),
            "{key}: {said}; {spearman} {share}"
        );
        let range = said.split_once("interval ").and_then(|(_, rest)| rest.split_once(')'));
        let (low, high) = range
            .and_then(|(range, _)| range.split_once(" to "))
            .expect("an interval");
        let number = |text: &str| text.parse::<f64>().expect("a number");
        let held = number(low)..=number(high);
        assert!(held.contains(&number(&spearman)), "{key}: {said}");
    }
    let clock = both.first().map_or(0.0, |(cell, ..)| cell.clock as f64);
    let fitted = format!("{:.2} MHz", clock * ratio / 1e6);
    assert_eq!(page.figures["trust.clock"], fitted);
    let finding = &page.figures["lead.finding"];
    let (spearman, share) = agreement(&pairs(&f64::ceil, 0.0));
    let solved = cells.iter().filter(|cell| cell.ours.is_some()).count();
    let told = [
        format!("solves {solved} of {} positions", cells.len()),
        format!("is {spearman} ("),
        format!("and {share} of"),
    ];
    for part in told {
        assert!(finding.contains(&part), "{part}: {finding}");
    }
}

/// Positions by ratio, in steps of the square root of two around 1.
fn histogram(cells: &[Cell], figures: &mut Figures) {
    const LABELS: [&str; 17] = [
        "1/16", "0.09", "1/8", "0.18", "1/4", "0.35", "1/2", "0.71", "1", "1.41", "2", "2.83", "4", "5.66", "8",
        "11.31", "16",
    ];
    let mut bars = [0; 17];
    for (_, ours, paper) in both(cells) {
        let steps = ((ours.ceil() / paper).ln() / 2_f64.sqrt().ln()).round();
        bars[(steps.clamp(-8.0, 8.0) + 8.0) as usize] += 1;
    }
    let text = LABELS
        .iter()
        .zip(bars)
        .map(|(label, count)| format!("{label}: {count}"));
    figures.insert("histogram".to_owned(), text.collect());
}

/// The list of differences begins with the largest factor.
fn differences(cells: &[Cell], page: &Page) {
    let factor = |cell: &Cell| {
        let (ours, paper) = (cell.ours? as f64, cell.paper? as f64);
        (!cell.footnote).then(|| (ours / paper).max(paper / ours))
    };
    let most = cells.iter().filter_map(factor).fold(0.0, f64::max);
    let said = &page.figures["differences"];
    let worst = cells.iter().filter(|cell| factor(cell) == Some(most));
    let begins = |cell: &Cell| said.contains(&format!("at the fitted clock{}", cell.number));
    assert!(worst.clone().count() > 0 && worst.clone().any(begins), "{said}");
}

fn run_figures(records: &[Value], figures: &mut Figures) {
    let run = &records[0]["run"];
    assert!(records.iter().all(|record| record["run"] == *run));
    let mut put = |key: &str, text: String| figures.insert(key.to_owned(), text);
    let text = |name: &str| run[name].as_str().expect("a text").to_owned();
    for (key, name) in [
        ("program", "program"),
        ("suite", "suite"),
        ("settings", "settings"),
        ("version", "version"),
        ("instructions", "instruction_table"),
        ("criterion", "criterion"),
        ("bcp", "bcp"),
    ] {
        put(&format!("run.{key}"), text(name));
    }
    let clock = integer(&run["clock_hz"]);
    let megahertz = format!("{} MHz", clock as f64 / 1e6);
    let limit = run["limit_seconds"].as_f64().expect("a limit");
    put("lead.clock", megahertz.clone());
    put("table.limit", limit.to_string());
    put("run.clock", megahertz);
    put("run.limit", format!("{limit} s per position"));
    put("run.depth", run["depth"].to_string());
    let positions = text("positions");
    put(
        "run.command",
        format!("bcp table1 --positions {positions} --clock {clock}Hz --limit-seconds {limit}"),
    );
}

fn headlines(records: &[Value], cells: &[Cell], figures: &mut Figures) {
    let mut put = |key: &str, table: String, ours: String| {
        figures.insert(format!("headline.{key}.table"), table);
        figures.insert(format!("headline.{key}.ours"), ours);
    };
    let all = cells.len();
    let count = |side: Side, limit: u64| {
        let within = |cell: &&Cell| side(cell).is_some_and(|seconds| seconds <= limit);
        cells.iter().filter(within).count()
    };
    let ours: Side = |cell| cell.ours;
    let paper: Side = |cell| cell.paper;
    let (forever, none) = (u64::MAX, || "–".to_owned());
    put(
        "solved",
        format!("{} of {all}", count(paper, forever)),
        format!("{} of {all}", count(ours, forever)),
    );
    for limit in [1_200, 100] {
        let key = format!("within-{limit}");
        let tried = records[0]["run"]["limit_seconds"].as_f64() >= Some(limit as f64);
        let ours = if tried { count(ours, limit).to_string() } else { none() };
        put(&key, count(paper, limit).to_string(), ours);
    }
    let longest = |side: Side| {
        let seconds = cells.iter().filter_map(side).max().expect("a time");
        format!("{} s", commas(seconds))
    };
    put("longest", longest(paper), longest(ours));
    let deepest = records.iter().find(|record| record["number"] == 96);
    let depth = match deepest {
        None => none(),
        Some(record) if record["solved"] == true => format!("{} ply", record["depth"]),
        Some(_) => "not solved".to_owned(),
    };
    put("position-96", none(), depth);
    let sum = |name: &str| -> u64 {
        let reported = records.iter().map(reported).filter(|reported| !reported.is_null());
        reported.map(|reported| integer(&reported[name])).sum()
    };
    let clock = integer(&records[0]["run"]["clock_hz"]) as f64;
    let speed = sum("nodes") as f64 * clock / sum("cycles") as f64;
    put("nodes-per-second", none(), commas(speed.round() as u64));
    let branching = sum("listed") as f64 / sum("lists") as f64;
    put("branching", none(), format!("{branching:.1}"));
    let first: Vec<&Cell> = cells.iter().filter(|cell| cell.number < 101).collect();
    let solved = |side: Side| first.iter().filter(|cell| side(cell).is_some()).count();
    put(
        "first-100",
        solved(paper).to_string(),
        format!("{} of {}", solved(ours), first.len()),
    );
}

fn statistics(cells: &[Cell], figures: &mut Figures) {
    let count = |test: &dyn Fn(&Cell) -> bool| cells.iter().filter(|cell| test(cell)).count();
    let all = cells.len();
    let mut put = |key: &str, text: String| figures.insert(key.to_owned(), text);
    let solved = count(&|cell| cell.ours.is_some());
    put("hero.solved", format!("{solved} of {all}"));
    let paper = count(&|cell| cell.paper.is_some());
    put("hero.paper", format!("{paper} of {all}"));
    put("count.solved", format!("{solved} of {all}"));
    let unsolved = count(&|cell| cell.paper.is_none());
    let both = count(&|cell| cell.paper.is_none() && cell.ours.is_none());
    put("count.both-unsolved", format!("{both} of {unsolved}"));
    let agreed = count(&|cell| cell.paper.is_none() == cell.ours.is_none());
    put("count.agreed", format!("{agreed} of {all}"));
    let noted = count(&|cell| cell.footnote);
    let noted_solved = count(&|cell| cell.footnote && cell.ours.is_some());
    put("count.footnoted", format!("{noted_solved} of {noted}"));
    type Group = (&'static str, fn(&Cell) -> bool);
    let groups: [Group; 3] = [
        ("all", |_| true),
        ("mates", |cell| cell.mate),
        ("material", |cell| !cell.mate),
    ];
    for (group, member) in groups {
        let pairs: Vec<(f64, f64)> = cells
            .iter()
            .filter(|cell| member(cell) && !cell.footnote)
            .filter_map(|cell| Some((cell.ours? as f64, cell.paper? as f64)))
            .collect();
        assert!(pairs.len() > 1, "too few {group} to compare");
        let n = pairs.len() as f64;
        let logs: Vec<f64> = pairs.iter().map(|(a, b)| a.log2() - b.log2()).collect();
        let mean = logs.iter().sum::<f64>() / n;
        let square = logs.iter().map(|log| log * log).sum::<f64>() / n;
        let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        let logarithms = |times: &[f64]| times.iter().map(|time| time.log10()).collect::<Vec<_>>();
        let share = |factor: f64| {
            let within = pairs.iter().filter(|(a, b)| a <= &(factor * b) && b <= &(factor * a));
            format!("{:.0} %", 100.0 * within.count() as f64 / n)
        };
        let spearman = correlation(&ranks(&a), &ranks(&b));
        for (key, text) in [
            ("positions", pairs.len().to_string()),
            ("spearman", format!("{spearman:.3}")),
            (
                "log-pearson",
                format!("{:.3}", correlation(&logarithms(&a), &logarithms(&b))),
            ),
            ("mean-ratio", format!("{:.2}", mean.exp2())),
            (
                "log-deviation",
                format!("{:.2}", (square - mean * mean).sqrt() * 2_f64.ln()),
            ),
            ("within-2", share(2.0)),
            ("within-3", share(3.0)),
            ("within-5", share(5.0)),
        ] {
            put(&format!("statistics.{group}.{key}"), text);
        }
        if group == "all" {
            put("hero.spearman", format!("{spearman:.2}"));
            put("hero.within-2", share(2.0));
        }
    }
}

/// Places in ascending order from 1; equal values share theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let first = |value: f64| sorted.partition_point(|other| *other < value) as f64;
    let last = |value: f64| sorted.partition_point(|other| *other <= value) as f64;
    values
        .iter()
        .map(|value| (first(*value) + 1.0 + last(*value)) / 2.0)
        .collect()
}

/// Pearson's correlation from sums.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len() as f64;
    let sum = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>();
    let (sa, sb) = (sum(&mut a.iter().copied()), sum(&mut b.iter().copied()));
    let saa = sum(&mut a.iter().map(|x| x * x));
    let sbb = sum(&mut b.iter().map(|x| x * x));
    let sab = sum(&mut a.iter().zip(b).map(|(x, y)| x * y));
    (n * sab - sa * sb) / ((n * saa - sa * sa) * (n * sbb - sb * sb)).sqrt()
}

fn card(record: &Value, cell: &Cell, figures: &mut Figures) {
    let clock = integer(&record["run"]["clock_hz"]);
    let number = cell.number;
    let (ours, paper) = (Cell::text(cell.ours), Cell::text(cell.paper));
    figures.insert(format!("cell.{number}.ours"), ours.clone());
    let mark = match record["note"].as_str() {
        Some("lesser-gain") => "‡",
        Some("reinfeld-incorrect") => "†",
        _ => "",
    };
    figures.insert(format!("cell.{number}.paper"), format!("{paper}{mark}"));
    figures.insert(
        format!("point.{number}"),
        format!("position {number}: ours {ours}, paper {paper}{number}: {ours} / {paper}"),
    );
    let verdict = match (cell.ours, cell.paper) {
        (Some(ours), Some(paper)) => {
            format!(
                "{ours} s to {paper} s: {:.2} × the paper's time",
                ours as f64 / paper as f64
            )
        }
        (Some(_), None) => "solved, F in the paper".to_owned(),
        (None, Some(_)) => "F, solved in the paper".to_owned(),
        (None, None) => "F in both".to_owned(),
    };
    let mut put = |key: &str, text: String| figures.insert(format!("card.{number}.{key}"), text);
    put("verdict", verdict);
    let unit = cell.paper.map_or("", |_| " s");
    put("paper", format!("{paper}{unit}"));
    for (key, name) in [("fen", "fen"), ("solution", "best_moves")] {
        put(key, record[name].as_str().expect("a text").to_owned());
    }
    let best = record["move"].as_str().unwrap_or("–");
    let cycles = integer(&record["cycles"]);
    if cell.ours.is_some() {
        put("move", best.to_owned());
        put(
            "seconds",
            format!("{} s, rounded up {ours} s", hundredths(cycles, clock)),
        );
    } else {
        put("move", format!("{best} (not solved)"));
        put("seconds", "F".to_owned());
    }
    let iterations = record["iterations"].as_array().expect("iterations");
    let rows: String = iterations
        .iter()
        .map(|reported| {
            let value = reported["value"].as_i64().expect("a value");
            let mate = (128 - value.abs()) / 2;
            let value = match value {
                94.. => format!("mate {mate}"),
                ..=-94 => format!("−mate {mate}"),
                1.. => format!("+{value}"),
                0 => "0".to_owned(),
                _ => format!("−{}", value.abs()),
            };
            let cycles = integer(&reported["cycles"]);
            let best = reported["move"].as_str().unwrap_or("–");
            let line = moves(reported);
            assert!(line.is_empty() || line.split(' ').next() == Some(best), "{line}");
            [
                reported["depth"].to_string(),
                value,
                commas(integer(&reported["nodes"])),
                commas(cycles),
                hundredths(cycles, clock),
                if line.is_empty() { best.to_owned() } else { line },
            ]
            .concat()
        })
        .collect();
    put("iterations", rows);
}

/// Each point lies where its times say, or as near as points with the same times leave room.
fn places(cells: &[Cell], page: &Page) {
    // Corners of the plot, and the middle of the lanes.
    let (low_x, low_y, high) = (0.5_f64.log2(), 0.02_f64.log2(), 3_000_f64.log2());
    let at = |seconds: Option<f64>, low: f64, from: f64, to: f64, lane: f64| match seconds {
        Some(seconds) => from + (seconds.max(low.exp2()).log2() - low) / (high - low) * (to - from),
        None => lane,
    };
    for cell in cells {
        let exact = |cell: &Cell| cell.ours.map(|_| cell.exact);
        let x = at(cell.paper.map(|paper| paper as f64), low_x, 46.0, 398.0, 413.0);
        let y = at(exact(cell), low_y, 396.0, 42.0, 27.0);
        let same = cells
            .iter()
            .filter(|other| (exact(other), other.paper) == (exact(cell), cell.paper));
        let room = 0.02 + 3.0 * ((same.count() - 1) as f64).sqrt();
        let (at_x, at_y) = page.points[&cell.number];
        let distance = (x - at_x).hypot(y - at_y);
        assert!(distance <= room, "position {}: {distance} off", cell.number);
    }
}
