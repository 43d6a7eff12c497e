//! Runs that are killed, resumed, split and concatenated yield the same bytes.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::common::{command, folder};

/// The run that most tests make: some positions are solved quickly, some run to the limit.
const RUN: &str = "table1 --positions 1-24 --limit-seconds 4";

/// A run with a limit that leaves time to kill it.
const LONG: &str = "table1 --positions 1-24 --limit-seconds 15 --format json";

fn output(arguments: &str) -> Output {
    command(arguments).output().expect("the command runs")
}

/// Runs a command that succeeds, and returns its standard error.
fn done(arguments: &str) -> String {
    let output = output(arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments}: {said}");
    said
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Makes a whole run with this many jobs, and returns its results file and its output.
fn whole(run: &str, folder: &Path, jobs: &str) -> (Vec<u8>, String) {
    let path = folder.join(format!("whole-{jobs}.jsonl"));
    let output = output(&format!("{run} --jobs {jobs} --out '{}'", text(&path)));
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).expect("text");
    (fs::read(path).expect("results"), printed)
}

fn lines(path: &Path) -> usize {
    let bytes = fs::read(path).unwrap_or_default();
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

#[test]
fn results_do_not_depend_on_jobs_or_on_being_killed() {
    let folder = folder("killed");
    let (expected, printed) = whole(LONG, &folder, "1");
    assert!(printed.contains("\"table1_seconds\": 70"), "{printed}");
    let one = folder.join("one.jsonl");
    let said = done(&format!("table1 --positions 5 --out '{}'", text(&one)));
    assert_eq!(said, "", "where no terminal is, nothing is told of the progress");
    assert_eq!((expected.clone(), printed), whole(LONG, &folder, "2"));
    assert_eq!(expected.iter().filter(|byte| **byte == b'\n').count(), 24);
    // The run is killed repeatedly, each time some positions later.
    let path = folder.join("killed.jsonl");
    let resume = format!("{LONG} --jobs 2 --resume --out '{}'", text(&path));
    let mut kills = 0;
    for _ in 0..4 {
        let there = lines(&path);
        let mut child = command(&resume)
            .stdout(Stdio::null())
            .spawn()
            .expect("the command runs");
        while lines(&path) < there + 3 && child.try_wait().expect("a child").is_none() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        child.kill().expect("the command is killed");
        kills += usize::from(!child.wait().expect("an end").success());
        assert!(lines(&path) > there + 1);
    }
    assert!(kills >= 2, "killed in time only {kills} times");
    // The last kill leaves an incomplete line.
    let mut file = fs::read(&path).expect("results");
    let all = file.len();
    file.truncate(all - 100);
    fs::write(&path, &file).expect("a torn file");
    let said = done(&resume);
    assert!(said.contains("dropping incomplete line"), "{said}");
    assert_eq!(fs::read(&path).expect("results"), expected);
    // A whole value that another program has written is no incomplete line.
    let other = folder.join("package.json");
    fs::write(&other, r#"{"name":"other"}"#).expect("a file");
    let refused = command(&resume.replace("killed.jsonl", "package.json"))
        .output()
        .expect("bcp runs");
    assert!(!refused.status.success(), "{refused:?}");
    assert_eq!(fs::read(&other).expect("the file"), br#"{"name":"other"}"#);
    // Finished positions are not run again.
    let said = done(&resume);
    assert!(said.contains("24 of 24 positions are already done"), "{said}");
    assert!(!said.contains("position 1:"), "{said}");
    assert_eq!(fs::read(&path).expect("results"), expected);
}

#[test]
fn every_split_comes_out_the_same() {
    let folder = folder("shards");
    let (expected, _) = whole(RUN, &folder, "0");
    let expected_report = output(&format!("report '{}'", text(&folder.join("whole-0.jsonl")))).stdout;
    let expected_report = String::from_utf8_lossy(&expected_report);
    for count in [1, 3, 25] {
        let part = |index: u32| {
            let path = folder.join(format!("part-{count}-{index}.jsonl"));
            let shard = format!("{index}/{count}");
            done(&format!("{RUN} --shard {shard} --out '{}'", text(&path)));
            fs::read(path).expect("results")
        };
        let parts: Vec<Vec<u8>> = (1..=count).rev().map(part).collect();
        // Concatenated, the shards are a complete run.
        let out = folder.join(format!("all-{count}.jsonl"));
        fs::write(&out, parts.concat()).expect("written");
        let report = output(&format!("report '{}'", text(&out)));
        assert_eq!(
            String::from_utf8_lossy(&report.stdout),
            expected_report,
            "{count} shards"
        );
        let said = done(&format!("{RUN} --resume --out '{}'", text(&out)));
        assert!(said.contains("24 of 24 positions are already done"), "{said}");
        assert_eq!(fs::read(&out).expect("results"), expected, "{count} shards");
        if count == 3 {
            fs::write(&out, [&parts[0][..], &parts[2], &parts[0]].concat()).expect("written");
            let report = output(&format!("report '{}'", text(&out)));
            let said = String::from_utf8_lossy(&report.stdout);
            let missing = "16 of the 24 positions of this run; 8 are missing (2,5,8,11,14,17,20,23)";
            assert!(said.contains(&format!("UNFINISHED: {missing}")), "{said}");
        }
    }
    // A run at another clock rate cannot be resumed with this file.
    let other = folder.join("other.jsonl");
    let clock = format!("--clock 6MHz --shard 3/3 --out '{}'", text(&other));
    done(&format!("{RUN} {clock}"));
    let first = fs::read(folder.join("part-3-1.jsonl")).expect("results");
    fs::write(&other, [first, fs::read(&other).expect("results")].concat()).expect("written");
    let other = text(&other);
    let output = output(&format!("report '{other}'"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("line 9: position 3 and position 1 are from different runs: clock_hz is 6000000, not 4000000"),
        "{said}"
    );
}

#[test]
fn a_file_of_another_run_is_left_alone() {
    let folder = folder("another");
    let path = folder.join("out.jsonl");
    let out = format!("--out '{}'", text(&path));
    done(&format!("table1 --positions 5 {out}"));
    let before = fs::read(&path).expect("results");
    for (arguments, part) in [
        ("table1 --positions 5", "use --resume to continue it"),
        ("table1 --positions 5-6 --resume", "positions is 5, not 5-6"),
        ("table1 --positions 5 --resume --clock 6MHz", "clock_hz"),
        (
            "table1 --positions 5 --resume --limit-seconds 100",
            "limit_seconds is 2000, not 100",
        ),
        ("table1 --positions 5 --resume --simple", "program"),
        (
            "table1 --positions 5 --resume --shard 2/2",
            "of a different shard: position 5 is not in this shard",
        ),
    ] {
        let output = output(&format!("{arguments} {out}"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments}: {said}");
        assert!(said.contains(part), "{arguments}: {said}");
        assert_eq!(fs::read(&path).expect("results"), before);
    }
}

/// Stale castling rights do not exclude a line of a suite.
#[test]
fn a_suite_may_have_stale_rights() {
    let path = folder("stale").join("suite.epd");
    let suite = "r3k2r/8/8/8/8/8/8/R4RK1 w KQkq e3 bm Rae1+;\n4k3/8/8/3q4/4P3/8/8/4K3 w KQ - 99999999999 0 bm exd5;\n";
    fs::write(&path, suite).expect("a file");
    let path = path.display();
    let solved = output(&format!("solve '{path}' --limit-seconds 2"));
    let said = String::from_utf8_lossy(&solved.stdout).into_owned() + &String::from_utf8_lossy(&solved.stderr);
    assert!(said.contains("of 2") && !said.contains("line"), "{said}");
    let verified = output(&format!("verify --suite '{path}' --limit-seconds 2"));
    let said = String::from_utf8_lossy(&verified.stdout).into_owned() + &String::from_utf8_lossy(&verified.stderr);
    assert!(verified.status.success() && said.contains("2 positions"), "{said}");
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
    let output = output(&format!("solve --suite '{}'", text(&path)));
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
    // The report says "3 of 3", and also names the other lines and why they were not run.
    let results = folder.join("broken.jsonl");
    let report = folder.join("broken.html");
    self::output(&format!("solve --suite '{}' --out '{}'", text(&path), text(&results)));
    let told = self::output(&format!("report '{}' --report '{}'", text(&results), text(&report))).stdout;
    let told = String::from_utf8_lossy(&told);
    let reason = "line 3 and 2 more of the suite: ";
    assert!(told.starts_with(&format!("NOT RUN: {reason}")), "{told}");
    let page = fs::read_to_string(&report).expect("a page");
    assert!(
        page.contains(reason) && page.contains("positions solved, excluding rejected lines"),
        "{page}"
    );
    // A run of only the good lines is not a failure, and a suite as CSV gives the same.
    let csv = folder.join("suite.csv");
    fs::write(&csv, "id,bm,fen\nrook,Rxd5,6k1/5pp1/7p/3n4/8/8/3R1PPP/6K1 w - -\n").expect("a suite");
    let results = folder.join("results.jsonl");
    done(&format!("solve --suite '{}' --out '{}'", text(&csv), text(&results)));
    let report = folder.join("report.html");
    done(&format!("report '{}' --report '{}'", text(&results), text(&report)));
    assert!(fs::read_to_string(&report).expect("a page").contains("Rxd5"));
}
