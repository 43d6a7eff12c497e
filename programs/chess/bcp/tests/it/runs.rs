//! Runs that are killed, resumed, split and put together again come out the same, byte for byte.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The run that all tests make: some positions quick, some up to the limit.
const RUN: [&str; 5] = ["table1", "--positions", "1-24", "--limit-seconds", "15"];

fn bcp(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bcp"));
    command
        .args(arguments)
        .env_remove("SLURM_ARRAY_TASK_ID")
        .env_remove("PARALLEL_SEQ");
    command
}

fn output(arguments: &[&str]) -> Output {
    bcp(arguments).output().expect("the command runs")
}

/// Runs to the end, and gives what was said on standard error.
fn done(arguments: &[&str]) -> String {
    let output = output(arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {said}");
    said
}

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// A whole run with so many jobs, as bytes.
fn whole(folder: &Path, jobs: &str) -> Vec<u8> {
    let path = folder.join(format!("whole-{jobs}.jsonl"));
    done(&[&RUN[..], &["--jobs", jobs, "--out", text(&path)]].concat());
    fs::read(path).expect("results")
}

fn lines(path: &Path) -> usize {
    let bytes = fs::read(path).unwrap_or_default();
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

#[test]
fn results_do_not_depend_on_jobs_or_on_being_killed() {
    let folder = folder("killed");
    let expected = whole(&folder, "1");
    let one = folder.join("one.jsonl");
    let said = done(&["table1", "--positions", "5", "--out", text(&one)]);
    assert!(said.contains("1/1 position 5: solved in "), "{said}");
    assert_eq!(expected, whole(&folder, "2"));
    assert_eq!(expected.iter().filter(|byte| **byte == b'\n').count(), 24);
    // Killed again and again, each time some positions later.
    let path = folder.join("killed.jsonl");
    let mut kills = 0;
    for at in [1, 4, 9, 15, 20] {
        let arguments = [&RUN[..], &["--jobs", "2", "--resume", "--out", text(&path)]].concat();
        let mut child = bcp(&arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command runs");
        let since = Instant::now();
        while lines(&path) < at && since.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(1));
        }
        child.kill().expect("the command is killed");
        kills += usize::from(!child.wait().expect("an end").success());
        let before = fs::read(&path).expect("results");
        assert!(before.iter().filter(|byte| **byte == b'\n').count() >= at);
    }
    assert!(kills >= 3, "killed in time only {kills} times");
    // The last kill tears a line.
    let mut file = fs::read(&path).expect("results");
    let all = file.len();
    file.truncate(all - 100);
    fs::write(&path, &file).expect("a torn file");
    let said = done(&[&RUN[..], &["--resume", "--out", text(&path)]].concat());
    assert!(said.contains("breaks off and is dropped"), "{said}");
    assert_eq!(fs::read(&path).expect("results"), expected);
    // What is finished is not run again.
    let said = done(&[&RUN[..], &["--resume", "--out", text(&path)]].concat());
    assert!(said.contains("24 of 24 positions are there"), "{said}");
    assert!(!said.contains("position 1:"), "{said}");
    assert_eq!(fs::read(&path).expect("results"), expected);
}

#[test]
fn every_split_comes_out_the_same() {
    let folder = folder("shards");
    let expected = whole(&folder, "0");
    for count in [1, 3, 40] {
        let mut parts: Vec<String> = Vec::new();
        for index in 1..=count {
            let path = folder.join(format!("part-{count}-{index}.jsonl"));
            let shard = format!("{index}/{count}");
            done(&[&RUN[..], &["--shard", &shard, "--out", text(&path)]].concat());
            parts.push(text(&path).to_owned());
        }
        let out = folder.join(format!("merged-{count}.jsonl"));
        let parts: Vec<&str> = parts.iter().rev().map(String::as_str).collect();
        done(&[&["merge"], &parts[..], &["--out", text(&out)]].concat());
        assert_eq!(fs::read(&out).expect("results"), expected, "{count} shards");
        if count == 3 {
            let output = output(&["merge", parts[0], parts[2], "--out", "nowhere.jsonl"]);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(said.contains("shards 2/3 are missing"), "{said}");
            assert!(!Path::new("nowhere.jsonl").exists());
        }
    }
    // Another clock is another run.
    let other = folder.join("other.jsonl");
    let clock = ["--clock", "6MHz", "--shard", "3/3", "--out", text(&other)];
    done(&[&RUN[..], &clock].concat());
    let first = folder.join("part-3-1.jsonl");
    let out = folder.join("mix.jsonl");
    let output = output(&["merge", text(&first), text(&other), "--out", text(&out)]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("clock_hz 6000000 and 4000000"), "{said}");
    assert!(!out.exists());
}

#[test]
fn the_shard_may_stand_in_the_environment() {
    let folder = folder("environment");
    let path = |name: &str| folder.join(name);
    let run = |name: &str, shard: &str, variables: &[(&str, &str)]| {
        let path = path(name);
        let arguments = ["table1", "--positions", "5-8", "--shard", shard, "--out", text(&path)];
        let mut command = bcp(&arguments);
        let output = command.envs(variables.iter().copied()).output();
        assert!(output.expect("the command runs").status.success());
        fs::read(path).expect("results")
    };
    let expected = run("given.jsonl", "2/2", &[]);
    assert_eq!(expected, run("parallel.jsonl", "auto/2", &[("PARALLEL_SEQ", "2")]));
    let slurm = [
        ("SLURM_ARRAY_TASK_ID", "1"),
        ("SLURM_ARRAY_TASK_COUNT", "2"),
        ("SLURM_ARRAY_TASK_MIN", "0"),
        ("SLURM_ARRAY_TASK_MAX", "1"),
    ];
    assert_eq!(expected, run("slurm.jsonl", "auto", &slurm));
}

#[test]
fn a_file_of_another_run_is_left_alone() {
    let folder = folder("another");
    let path = folder.join("out.jsonl");
    let out = ["--out", text(&path)];
    done(&[&["table1", "--positions", "5"], &out[..]].concat());
    let before = fs::read(&path).expect("results");
    for (arguments, part) in [
        (vec!["table1", "--positions", "5"], "--resume goes on with it"),
        (vec!["table1", "--positions", "5-6", "--resume"], "positions 5 and 5-6"),
        (
            vec!["table1", "--positions", "5", "--resume", "--clock", "6MHz"],
            "clock_hz",
        ),
        (vec!["table1", "--positions", "5", "--resume", "--simple"], "program"),
        (
            vec!["table1", "--positions", "5", "--resume", "--shard", "1/2"],
            "shard",
        ),
    ] {
        let output = output(&[&arguments[..], &out[..]].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.contains(part), "{arguments:?}: {said}");
        assert_eq!(fs::read(&path).expect("results"), before);
    }
}

#[test]
fn two_runs_are_compared() {
    let folder = folder("compared");
    let (a, b) = (folder.join("a.jsonl"), folder.join("b.jsonl"));
    done(&[
        "table1",
        "--positions",
        "5-8",
        "--limit-seconds",
        "5",
        "--out",
        text(&a),
    ]);
    done(&[
        "table1",
        "--positions",
        "6-9",
        "--limit-seconds",
        "5",
        "--simple",
        "--out",
        text(&b),
    ]);
    let same = output(&["compare", text(&a), text(&a)]);
    assert_eq!(same.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&same.stdout).contains("4 positions in both, 0 changed"));
    let other = output(&["compare", text(&a), text(&b)]);
    assert_eq!(other.status.code(), Some(1));
    let said = String::from_utf8_lossy(&other.stdout);
    for part in [
        "runs differ: version stored and simple",
        "in the first alone: 5\n",
        "in the second alone: 9\n",
        "3 positions in both, 3 changed",
        "position   6: ",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    // Only what matters, the largest change first.
    let some = output(&["compare", text(&a), text(&b), "--sort", "change", "--factor", "1e9"]);
    let some = String::from_utf8_lossy(&some.stdout).into_owned();
    assert!(
        some.contains("3 positions in both, 3 changed") && some.contains("smaller changes are not shown"),
        "{some}"
    );
    assert_eq!(
        output(&["compare", text(&a), text(&b), "--factor", "0.5"])
            .status
            .code(),
        Some(2)
    );
    let json = output(&["compare", text(&a), text(&b), "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json["compared"], 3);
    assert_eq!(json["changes"][0]["number"], 6);
}

#[test]
fn a_suite_with_broken_lines_is_run_without_them() {
    let folder = folder("suite");
    let path = folder.join("suite.epd");
    let suite = "# three good ones, three broken\n\
                 6k1/5pp1/7p/3n4/8/8/3R1PPP/6K1 w - - bm Rxd5; id \"loose piece\"; c0 \"a; b\";\n\
                 6k1/5pp1/7p/3n4/8/8/3R1PPP/6K1 w - - bm Rxd9;\n\
                 5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1 bm Qc4+; acd 12;\n\
                 nonsense\n\
                 6k1/5pp1/7p/3n4/8/8/3R1PPP/6K1 w - - am Rd1 Rd3; id \"avoid\";\n\
                 6k1/5pp1/7p/3n4/8/8/3R1PPP/6K1 w - - id \"what is it?\";\n";
    fs::write(&path, suite).expect("a suite");
    let output = output(&["solve", "--suite", text(&path)]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for line in ["suite.epd: line 3: ", "suite.epd: line 5: ", "suite.epd: line 7: "] {
        assert!(said.contains(line), "{line}: {said}");
    }
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(out.contains("    1  loose piece   Rxd5      solved"), "{out}");
    assert!(out.contains("    3                Qc4+      solved"), "{out}");
    assert!(out.contains("    5  avoid         Rxd5      solved"), "{out}");
    assert!(out.ends_with("solved 3 of 3\n"), "{out}");
    // A run of the good lines alone is no failure, and CSV does as well.
    let csv = folder.join("suite.csv");
    fs::write(&csv, "id,bm,fen\nrook,Rxd5,6k1/5pp1/7p/3n4/8/8/3R1PPP/6K1 w - -\n").expect("a suite");
    let results = folder.join("results.jsonl");
    done(&["solve", "--suite", text(&csv), "--out", text(&results)]);
    let report = folder.join("report.html");
    done(&["report", text(&results), "--report", text(&report)]);
    assert!(fs::read_to_string(&report).expect("a page").contains("Rxd5"));
}
