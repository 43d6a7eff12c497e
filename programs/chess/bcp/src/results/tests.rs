//! Tests of lines and files of made-up results.

#![allow(clippy::disallowed_methods, reason = "tests make the files that they need")]

use std::path::{Path, PathBuf};

use bcp_driver::Program;
use bcp_reference::search::{Readings, Version};
use bcp_suite::Suite;
use bcp_suite::results::Line;

use super::{IterationRecord, Provenance, Record, Settings, read, sha256};
use crate::judgement::Outcome;

pub(crate) fn run() -> Provenance {
    let suite = Suite::load(None).expect("the positions");
    let program = Program::new(None, false, &Readings::default()).expect("the program");
    let clock = "4MHz".parse().expect("a clock");
    let set = Settings::new(clock, 2000.0, Version::Stored, &suite, &suite.problems[..9]);
    Provenance::new(&suite, &program, set).expect("a provenance")
}

pub(crate) fn record(number: u32, run: &Provenance) -> Record {
    // The resulting time must survive decimal notation unrounded.
    let cycles = 1_333_333 * u64::from(number);
    let seconds = cycles as f64 / 4e6;
    Record {
        result: Outcome {
            number,
            id: "\"quoted\", ü".to_owned(),
            fen: "6k1/8/8/8/8/8/8/K6R w - -".to_owned(),
            best_moves: None,
            avoid_moves: Some("Ka2".to_owned()),
            note: None,
            variation: Some("Qc4+".to_owned()),
            solved: true,
            seconds: Some(seconds),
            cycles,
            nodes: 10,
            depth: Some(2),
            value: Some(3),
            best: Some("Qc4+".to_owned()),
            table1_seconds: None,
            footnote: false,
            iteration_cycles: cycles,
            quiz: 1,
            place: number,
        },
        iterations: vec![IterationRecord {
            depth: 2,
            value: 3,
            best: None,
            mates: Vec::new(),
            nodes: 10,
            cycles,
            instructions: 4_000,
            seconds,
            variation: vec!["Qc4+".to_owned()],
            lists: 1,
            listed: 4,
        }],
        run: run.clone(),
    }
}

/// Returns the path of a file that does not exist yet.
fn place(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("bcp-results-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    let _ = std::fs::remove_file(&path);
    path
}

fn open(path: &Path, resume: bool, run: &Provenance) -> anyhow::Result<bcp_suite::results::Writer<Record>> {
    bcp_suite::results::Writer::open(path, resume, |record: &Record| record.check(run))
}

fn message<T: std::fmt::Debug>(result: anyhow::Result<T>) -> String {
    format!("{:#}", result.expect_err("an error"))
}

#[test]
fn a_line_that_is_read_and_written_keeps_its_bytes() {
    let run = run();
    for number in 1..1_000 {
        let line = record(number, &run).line().expect("a line");
        let read = Record::read(&line).expect("a record");
        assert_eq!(read.line().expect("a line"), line);
    }
}

#[test]
fn a_changed_line_is_refused() {
    let line = record(1, &run()).line().expect("a line");
    for (from, to) in [
        ("\"nodes\":10", "\"nodes\":010"),
        ("\"limit_seconds\":2000.0", "\"limit_seconds\":100.0"),
        ("\"solved\":true,", ""),
        ("\"number\"", "\"more\":1,\"number\""),
    ] {
        assert!(line.contains(from), "{line}");
        assert!(Record::read(&line.replacen(from, to, 1)).is_err(), "{from}");
    }
}

#[test]
fn every_torn_end_is_dropped_and_the_rest_kept() {
    let (run, path) = (run(), place("torn.jsonl"));
    let lines: Vec<String> = [2, 1]
        .iter()
        .map(|number| record(*number, &run).line().expect("a line"))
        .collect();
    let whole = lines.concat();
    let near = |length: &usize| {
        let ends = [0, lines[0].len(), whole.len()];
        length.is_multiple_of(61) || ends.iter().any(|end| end.abs_diff(*length) < 4)
    };
    for length in (0..=whole.len()).filter(near) {
        std::fs::write(&path, &whole.as_bytes()[..length]).expect("a file");
        let mut writer = open(&path, true, &run).expect("a writer");
        // A line is complete even if only its line feed is missing.
        let kept = usize::from(length + 1 >= lines[0].len()) + usize::from(length + 1 >= whole.len());
        assert_eq!(writer.records().len(), kept, "{length}");
        for number in [2, 1].into_iter().skip(kept) {
            writer.append(record(number, &run)).expect("a line");
        }
        let (records, ordered) = writer.finish(Vec::new());
        ordered.expect("a file");
        assert_eq!(records.len(), 2);
        let ordered = lines[1].clone() + &lines[0];
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), ordered, "{length}");
    }
}

/// A user's note without a line feed is not mistaken for a torn line.
#[test]
fn what_is_no_line_of_results_is_kept() {
    let (run, path) = (run(), place("notes.txt"));
    let line = record(1, &run).line().expect("a line");
    for notes in ["my notes".to_owned(), line + "my notes"] {
        std::fs::write(&path, &notes).expect("a file");
        assert!(message(open(&path, true, &run)).contains("not a results file"));
        assert_eq!(std::fs::read_to_string(&path).expect("the file"), notes);
    }
}

#[test]
fn only_the_last_line_may_be_broken() {
    let (run, path) = (run(), place("broken.jsonl"));
    let line = record(1, &run).line().expect("a line");
    std::fs::write(&path, format!("{}\n{line}", &line[..100])).expect("a file");
    assert!(message(open(&path, false, &run)).contains("--resume"));
    assert!(message(read(&path)).contains("line 1"));
}

/// Shards concatenated in any order form a run, even if they overlap.
#[test]
fn lines_of_one_run_are_read_in_any_order() {
    let (run, path) = (run(), place("parts.jsonl"));
    let line = |record: &Record| record.line().expect("a line");
    let lines = [&record(4, &run), &record(2, &run), &record(3, &run), &record(2, &run)].map(line);
    std::fs::write(&path, lines.concat()).expect("a file");
    let numbers: Vec<u32> = read(&path).expect("a run").iter().map(Line::key).collect();
    assert_eq!(numbers, [2, 3, 4]);

    let mut other = record(3, &run);
    other.result.id = "position 3".to_owned();
    std::fs::write(&path, lines.concat() + &line(&other)).expect("a file");
    let error = message(read(&path));
    assert!(
        error.contains("position 3 has different results on lines 3 and 5"),
        "{error}"
    );

    let mut other = record(1, &run);
    other.run.suite = "0".repeat(64);
    std::fs::write(&path, lines.concat() + &line(&other)).expect("a file");
    let error = message(read(&path));
    assert!(
        error.contains("line 5: position 1 and position 2 are from different runs: suite is 000000000000, not "),
        "{error}"
    );
}

#[test]
#[allow(clippy::disallowed_types, reason = "it locks the file as another process does")]
fn another_run_is_not_resumed() {
    let (run, path) = (run(), place("another.jsonl"));
    let line = record(1, &run).line().expect("a line");
    std::fs::write(&path, &line).expect("a file");
    let mut other = run.clone();
    other.program = "0".repeat(64);
    let error = message(open(&path, true, &other));
    assert!(error.contains("different settings: program"), "{error}");
    // The refused command has not changed the file.
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), line);
    open(&path, true, &run).expect("a writer");
    let other = std::fs::File::open(&path).expect("a file");
    other.lock().expect("as another process has it");
    assert!(message(open(&path, true, &run)).contains("another process"));
}

/// A result that could not be written to the file is still returned, and is in the rewritten file.
#[test]
fn nothing_that_was_finished_is_lost() {
    let (run, path) = (run(), place("lost.jsonl"));
    let mut writer = open(&path, false, &run).expect("a writer");
    writer.append(record(2, &run)).expect("a line");
    let finished = vec![record(3, &run), record(2, &run), record(1, &run)];
    let (records, ordered) = writer.finish(finished);
    ordered.expect("a file");
    let numbers: Vec<u32> = records.iter().map(|record| record.result.number).collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert_eq!(read(&path).expect("a file").len(), 3);
}

#[test]
fn what_contradicts_itself_or_commands_a_terminal_is_refused() {
    let run = run();
    let wrong = |change: &dyn Fn(&mut Record)| {
        let mut record = record(1, &run);
        change(&mut record);
        message(Record::read(&record.line().expect("a line")))
    };
    assert!(wrong(&|record| record.result.seconds = Some(9.0)).contains("is not the time of"));
    assert!(wrong(&|record| record.iterations[0].seconds = 9.0).contains("is not the time of"));
    assert!(wrong(&|record| record.result.solved = false).contains("`solved` and `seconds`"));
    assert!(wrong(&|record| record.result.nodes += 1).contains("the iteration at depth 2"));
    assert!(wrong(&|record| record.run.set.depth = 9).contains("hash does not match the settings"));
    assert!(wrong(&|record| record.result.id = "\u{1b}[31mred".to_owned()).contains("control characters"));
    assert!(wrong(&|record| record.result.best = Some("\u{9b}31m".to_owned())).contains("control characters"));
}

/// Results of another rule are refused.
#[test]
fn results_of_another_rule_are_refused() {
    let mut other = run();
    other.set.criterion = "0".repeat(64);
    other.settings = sha256(&serde_json::to_vec(&other.set).expect("JSON"));
    let line = record(1, &other).line().expect("a line");
    assert!(message(Record::read(&line)).contains("position 1 was judged by a different rule"));
}
