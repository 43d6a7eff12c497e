//! Results that last: older lines are read, other builds are told apart, results are checked, a queue shares a run out.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Bcp, text};

const BCP: Bcp = Bcp(&[]);

/// Results of a bcp whose lines had no number of a schema: positions 4 to 7, with a limit of 0.3 seconds. The Z8000
/// program of today searches the same nodes in less time.
const OLD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/results/schema-1.jsonl");
const RUN: [&str; 5] = ["table1", "--positions", "4-7", "--limit-seconds", "0.3"];

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lasting-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("a path").to_owned()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// A copy of results with the settings changed, and their hash made again, as another build would have written them.
fn of_another_build(results: &str) -> String {
    let build = "0".repeat(64);
    let line = |line: &str| {
        let value: Value = serde_json::from_str(line).expect("JSON");
        let own = value["run"]["build"].as_str().expect("a build");
        let line = line.replace(own, &build);
        let set = line.split_once("\"settings\":\"").expect("settings").1;
        let (hash, set) = set.split_once("\",").expect("the hash");
        let object = format!("{{{}", set.strip_suffix('}').expect("the end of the line"));
        line.replace(hash, &bcp_suite::results::sha256(object.as_bytes())) + "\n"
    };
    results.lines().map(line).collect()
}

/// A copy of results as they were written when lines had no number of a schema, and said nothing of the build.
fn of_the_first_schema(results: &str) -> String {
    let line = |line: &str| {
        let value: Value = serde_json::from_str(line).expect("JSON");
        let own = value["run"]["build"].as_str().expect("a build");
        let line = line
            .replace("{\"schema\":2,", "{")
            .replace(&format!(",\"build\":\"{own}\""), "");
        let set = line.split_once("\"settings\":\"").expect("settings").1;
        let (hash, set) = set.split_once("\",").expect("the hash");
        let object = format!("{{{}", set.strip_suffix('}').expect("the end of the line"));
        line.replace(hash, &bcp_suite::results::sha256(object.as_bytes())) + "\n"
    };
    results.lines().map(line).collect()
}

/// What a result says, but for what depends on how fast the Z8000 program is.
fn timeless(value: &Value) -> Value {
    const TIMES: [&str; 4] = ["cycles", "instructions", "iteration_cycles", "seconds"];
    match value {
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| !TIMES.contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), timeless(value)))
            .collect(),
        Value::Array(values) => values.iter().map(timeless).collect(),
        other => other.clone(),
    }
}

#[test]
fn lines_of_the_first_schema_are_read() {
    let old = fs::read_to_string(OLD).expect("results");
    assert!(!old.contains("\"schema\"") && !old.contains("\"build\""));
    let folder = folder("schema");
    // They come out as they do today, but for the program and what lines had not then.
    let today = BCP.printed(&[&RUN[..], &["--out", "-"]].concat());
    let (then, now) = (lines(&old), lines(&today));
    for (then, now) in then.iter().zip(&now) {
        assert_eq!(now["schema"], 2);
        // The faster program may have come further: its first iterations are theirs.
        let iterations = |line: &Value| timeless(&line["iterations"]).as_array().expect("iterations").clone();
        assert!(iterations(now).starts_with(&iterations(then)), "{then} {now}");
        for name in [
            "number",
            "solved",
            "fen",
            "best_moves",
            "table1_seconds",
            "footnote",
            "quiz",
            "place",
        ] {
            assert_eq!(now[name], then[name], "{name}");
        }
        let run = then["run"].as_object().expect("an object");
        for (name, value) in run {
            let same = &now["run"][name] == value;
            assert_eq!(same, !["settings", "program"].contains(&name.as_str()), "{name}");
        }
    }
    BCP.check(&["report", OLD], 0, &["solved 1 of 4"]);
    BCP.check(&["check", OLD], 1, &["the results are of another Z8000 program"]);
    // Parts are put together, and written in the form of today.
    let part = |name: &str| OLD.replace("schema-1.jsonl", name);
    let parts = [part("schema-1-shard-1.jsonl"), part("schema-1-shard-2.jsonl")];
    let out = path(&folder, "merged.jsonl");
    BCP.check(&["merge", &parts[0], &parts[1], "--out", &out], 0, &["4 positions in"]);
    let merged = fs::read_to_string(&out).expect("results");
    assert_eq!(merged.replace("{\"schema\":2,", "{"), old);
    // They are of another program, which cannot be gone on with.
    let resume = |out| [&RUN[..], &["--resume", "--out", out]].concat();
    BCP.check(
        &resume(&out),
        1,
        &["holds results of another run: program 5a21594c6b60 and "],
    );
    // Had they been of this one: their sources are not known, and they are gone on with only on purpose.
    let same = path(&folder, "same.jsonl");
    fs::write(&same, of_the_first_schema(&today)).expect("written");
    BCP.check(
        &["check", &same],
        0,
        &[
            "computed by unknown sources",
            "4 of 4 results run again",
            "all the same",
        ],
    );
    BCP.check(&resume(&same), 1, &["build unknown and ", "--other-build"]);
    let all_the_same = [&resume(&same)[..], &["--other-build"]].concat();
    BCP.check(&all_the_same, 0, &["4 of 4 positions are there", "solved 1 of 4"]);
    // A line of a later version is not misread.
    let later = merged.replace("\"schema\":2,", "\"schema\":3,");
    fs::write(&out, later).expect("written");
    BCP.check(
        &["report", &out],
        1,
        &["line 1: the line has schema 3, and this bcp reads up to 2"],
    );
}

/// Results of `bcp lab compare` from before lines had a number: positions 5 and 6 to depth 3.
#[test]
fn lines_of_the_laboratory_are_read() {
    let old = OLD.replace("schema-1.jsonl", "lab-compare-1.jsonl");
    let run = ["lab", "compare", "--positions", "5-6", "--depth", "3", "--search", "r2"];
    assert_eq!(BCP.printed(&["lab", "tables", &old]), BCP.printed(&run));
    let file = path(&folder("laboratory"), "r.jsonl");
    fs::copy(&old, &file).expect("a copy");
    let resume = [&run[..], &["--resume", "--out", &file]].concat();
    BCP.check(&resume, 1, &["build unknown and ", "--other-build"]);
    BCP.check(
        &[&resume[..], &["--other-build"]].concat(),
        0,
        &["2 of 2 searches are there"],
    );
    assert!(
        fs::read_to_string(&file)
            .expect("results")
            .starts_with("{\"schema\":2,\"position\":5,")
    );
}

/// Every name in a line stands in the reference.
#[test]
fn every_name_is_documented() {
    let reference = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/reference/results-json.md");
    let reference = fs::read_to_string(reference).expect("the page");
    fn names(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => fields.iter().for_each(|(name, value)| {
                found.push(name.clone());
                names(value, found);
            }),
            Value::Array(items) => items.iter().for_each(|item| names(item, found)),
            _ => {}
        }
    }
    let run = [
        &RUN[..],
        &[
            "--shard",
            "2/2",
            "--to-limit",
            "--suite-moves",
            "--claimed-gains",
            "--out",
            "-",
        ],
    ]
    .concat();
    let mut found = Vec::new();
    lines(&BCP.printed(&run))
        .iter()
        .for_each(|line| names(line, &mut found));
    assert!(found.len() > 30, "{found:?}");
    for name in found {
        assert!(reference.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn results_of_other_sources_are_told_apart() {
    let folder = folder("build");
    let (ours, theirs) = (path(&folder, "ours.jsonl"), path(&folder, "theirs.jsonl"));
    BCP.printed(&[&RUN[..], &["--shard", "1/2", "--out", &ours]].concat());
    BCP.printed(&[&RUN[..], &["--shard", "2/2", "--out", &theirs]].concat());
    let text = of_another_build(&fs::read_to_string(&theirs).expect("results"));
    fs::write(&theirs, text).expect("written");
    let whole = path(&folder, "whole.jsonl");
    let merge = ["merge", &ours, &theirs, "--out", &whole];
    BCP.check(&merge, 1, &["build 000000000000 and ", "--other-build"]);
    assert!(!Path::new(&whole).exists());
    BCP.check(&[&merge[..], &["--other-build"]].concat(), 0, &["4 positions"]);
    // A report names all of them.
    let markdown = BCP.printed(&["report", &whole, "--format", "markdown"]);
    let builds = markdown.lines().find(|line| line.contains("sources of bcp"));
    assert!(builds.is_some_and(|line| line.contains(", 0000000000")), "{markdown}");
    let resume = [&RUN[..], &["--shard", "2/2", "--resume", "--out", &theirs]].concat();
    BCP.check(&resume, 1, &["build 000000000000 and "]);
}

#[test]
fn results_are_run_again_and_compared() {
    let folder = folder("check");
    let file = path(&folder, "r.jsonl");
    let results = BCP.printed(&[&RUN[..], &["--out", "-"]].concat());
    fs::write(&file, &results).expect("written");
    BCP.check(
        &["check", &file],
        0,
        &[
            "computed by the sources of this bcp",
            "run again: 4-7\n",
            "all the same",
        ],
    );
    let sample = |seed: &str| BCP.printed(&["check", &file, "--sample", "2", "--seed", seed]);
    assert_eq!(sample("1"), sample("1"));
    assert!((1..9).any(|seed: u32| sample(&seed.to_string()) != sample("1")));
    assert!(sample("1").contains("2 of 4 results run again"));
    // Another number of nodes than the search counts, in a line that does not contradict itself.
    let line = results.lines().nth(1).expect("position 5");
    let nodes = lines(line)[0]["iterations"][0]["nodes"].as_u64().expect("a number");
    let changed = line.replace(&format!("\"nodes\":{nodes},"), &format!("\"nodes\":{},", nodes + 1));
    assert_ne!(changed, line);
    fs::write(&file, results.replace(line, &changed)).expect("written");
    let expected = format!(
        "position 5: iterations[0].nodes is {} in the file, now {nodes}\n",
        nodes + 1
    );
    BCP.check(
        &["check", &file],
        1,
        &[&expected, "4 of 4 results run again", "1 differ"],
    );
    // A time that is not that of its clocks is found without running anything.
    fs::write(&file, results.replacen("\"seconds\":0.", "\"seconds\":9.", 1)).expect("written");
    BCP.check(&["report", &file], 1, &["line 1: 9.", "seconds are not the time of"]);
    // What a run had has to be there.
    fs::write(
        &file,
        BCP.printed(&[&RUN[..], &["--reading", "LIST_ORDER=7", "--out", "-"]].concat()),
    )
    .expect("written");
    BCP.check(&["check", &file], 1, &["of another Z8000 program"]);
    BCP.check(&["check", &file, "--reading", "LIST_ORDER=7"], 0, &["all the same"]);
    let suite = path(&folder, "s.epd");
    fs::write(&suite, "6k1/5pp1/7p/3n4/8/8/3R1PPP/6K1 w - - bm Rxd5;\n").expect("written");
    fs::write(&file, BCP.printed(&["solve", "--suite", &suite, "--out", "-"])).expect("written");
    BCP.check(&["check", &file], 1, &["give their file with --suite"]);
    BCP.check(
        &["check", &file, "--suite", &suite],
        0,
        &["1 of 1 results", "all the same"],
    );
}

#[test]
fn a_merge_replaces_nothing_unasked() {
    let folder = folder("merge");
    let (part, out) = (path(&folder, "part.jsonl"), path(&folder, "out.jsonl"));
    let results = BCP.printed(&[&RUN[..], &["--out", "-"]].concat());
    fs::write(&part, &results).expect("written");
    fs::write(&out, "notes\n").expect("written");
    let merge = ["merge", &part, "--out", &out];
    BCP.check(&merge, 1, &["--force replaces the file", "out.jsonl exists"]);
    assert_eq!(fs::read_to_string(&out).expect("a file"), "notes\n");
    BCP.check(&[&merge[..], &["--force"]].concat(), 0, &["4 positions"]);
    // The same once more is no other file.
    BCP.check(&merge, 0, &["4 positions"]);
    fs::write(
        &part,
        results
            .lines()
            .rev()
            .map(|line| format!("{line}\n"))
            .collect::<String>(),
    )
    .expect("written");
    BCP.check(&["merge", &part, "--out", &part], 1, &["--out is one of the parts"]);
}

/// The file of results cannot grow beyond the first lines: the run ends there, and prints what it has.
#[cfg(target_os = "linux")]
#[test]
fn the_first_write_error_ends_a_run() {
    let folder = folder("full");
    let script =
        "ulimit -f 8; trap '' XFSZ; exec \"$0\" table1 --positions 1-40 --limit-seconds 0.5 --jobs 1 --out f.jsonl";
    let output = Command::new("bash")
        .args(["-c", script, env!("CARGO_BIN_EXE_bcp")])
        .current_dir(&folder)
        .output()
        .expect("bash runs");
    let (said, shown) = (text(&output.stderr), text(&output.stdout));
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("cannot write f.jsonl: File too large"), "{said}");
    assert!(
        said.contains("ended by that: ") && said.contains(" of 40 positions are missing"),
        "{said}"
    );
    assert!(!said.contains("position 40:"), "{said}");
    assert!(
        shown.starts_with("UNFINISHED: ") && shown.contains("solved "),
        "{shown}"
    );
    // Whole lines alone, from which the run goes on.
    let kept = fs::read_to_string(folder.join("f.jsonl")).expect("results");
    assert!(kept.ends_with('\n') && kept.lines().count() > 2, "{kept}");
    let file = path(&folder, "f.jsonl");
    let run = ["table1", "--positions", "1-40", "--limit-seconds", "0.5", "--out"];
    BCP.printed(&[&run[..], &[&file, "--resume"]].concat());
    assert_eq!(
        fs::read_to_string(&file).expect("results"),
        BCP.printed(&[&run[..], &["-"]].concat())
    );
}

#[cfg(unix)]
#[test]
fn rights_and_links_of_results_stay() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    let folder = folder("links");
    let results = BCP.printed(&[&RUN[..], &["--out", "-"]].concat());
    let (file, other, link) = (folder.join("r.jsonl"), folder.join("other"), path(&folder, "link"));
    fs::write(&file, results.lines().next().expect("a line").to_owned() + "\n").expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("rights");
    fs::hard_link(&file, &other).expect("a link");
    symlink("r.jsonl", &link).expect("a link");
    fs::write(folder.join("r.jsonl.part"), "notes").expect("written");
    BCP.printed(&[&RUN[..], &["--resume", "--out", &link]].concat());
    assert_eq!(fs::read_to_string(&other).expect("results"), results);
    let known = fs::metadata(&file).expect("a file");
    assert_eq!((known.nlink(), known.permissions().mode() & 0o777), (2, 0o640));
    assert!(Path::new(&link).is_symlink());
    assert_eq!(
        fs::read_to_string(folder.join("r.jsonl.part")).expect("a file"),
        "notes"
    );
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 4);
}

/// Several workers, one of which is killed in the midst of a position.
#[test]
fn a_queue_gives_the_results_of_one_run() {
    let folder = folder("queue");
    let queue = path(&folder, "queue");
    let run = ["table1", "--positions", "1-24", "--limit-seconds", "4"];
    let expected = BCP.printed(&[&run[..], &["--out", "-"]].concat());
    let worker = || {
        Command::new(env!("CARGO_BIN_EXE_bcp"))
            .args(run)
            .args(["--queue", &queue, "--jobs", "1"])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs")
    };
    let claims = || {
        let files = fs::read_dir(&queue).into_iter().flatten().flatten();
        files
            .filter(|file| file.file_name().to_string_lossy().ends_with(".claim"))
            .count()
    };
    let mut killed = worker();
    let since = Instant::now();
    while claims() == 0 && since.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(1));
    }
    killed.kill().expect("it is killed");
    killed.wait().expect("it ends");
    let workers = [worker(), worker(), worker()];
    let mut said = String::new();
    for worker in workers {
        let output = worker.wait_with_output().expect("it ends");
        said += &text(&output.stderr);
        assert!(output.status.success(), "{said}");
    }
    let runs = |line: &&str| line.ends_with(" cycles") && line.contains(" of 24 positions were run here, ");
    assert_eq!(said.lines().filter(runs).count(), 3, "{said}");
    assert_eq!(claims(), 0);
    let out = path(&folder, "merged.jsonl");
    BCP.check(&["merge", &queue, "--out", &out], 0, &["24 positions"]);
    assert_eq!(fs::read_to_string(&out).expect("results"), expected);
    // Nothing is left to be done; the report is that of the whole.
    let again = BCP.printed(&[&run[..], &["--queue", &queue]].concat());
    assert_eq!(again, BCP.printed(&["report", &out]));
    // Another run has another queue.
    let other = [
        "table1",
        "--positions",
        "1-24",
        "--limit-seconds",
        "5",
        "--queue",
        &queue,
    ];
    BCP.check(&other, 1, &["it is of another run: limit_seconds 4 and 5"]);
    BCP.check(&["merge", &path(&folder, ""), "--out", "x"], 1, &["run.json"]);
}

/// What is known of the costs is what the stored run of Table 1 took.
#[test]
fn known_costs_are_those_of_table_1() {
    let read = |path: &str| fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).expect("a file");
    let stored: Value = serde_json::from_str(&read("../../../docs/results/table1.json")).expect("JSON");
    let result = &stored["entries"]["table1"]["result"];
    let hertz = result["clock_hz"].as_u64().expect("a clock");
    let mut expected = "position,seconds\n".to_owned();
    for position in result["positions"].as_array().expect("positions") {
        let seconds = position["cycles"].as_u64().expect("cycles") / hertz;
        expected += &format!("{},{seconds}\n", position["number"]);
    }
    let known = read("src/commands/costs.csv").replace('\r', "");
    assert_eq!(
        known, expected,
        "write this to programs/chess/bcp/src/commands/costs.csv"
    );
}

/// Eight workers that take the most expensive position first end together: the last one within a tenth of the time that
/// nobody can go below. Costs are known in whole seconds; what positions
/// take is what the stored run took.
#[test]
fn eight_workers_end_together() {
    let stored = fs::read_to_string(format!(
        "{}/../../../docs/results/table1.json",
        env!("CARGO_MANIFEST_DIR")
    ));
    let stored: Value = serde_json::from_str(&stored.expect("results")).expect("JSON");
    let positions = stored["entries"]["table1"]["result"]["positions"]
        .as_array()
        .expect("positions");
    let mut cycles: Vec<u64> = positions
        .iter()
        .filter_map(|position| position["cycles"].as_u64())
        .collect();
    assert_eq!(cycles.len(), 300);
    let ends = |order: &[u64]| {
        let mut workers = [0; 8];
        for one in order {
            *workers.iter_mut().min().expect("eight") += one;
        }
        workers.into_iter().max().expect("eight") as f64
    };
    let ideal = cycles.iter().sum::<u64>() as f64 / 8.0;
    let mut shards = [0; 8];
    for (at, one) in cycles.iter().enumerate() {
        shards[at % 8] += one;
    }
    let by_shards = shards.into_iter().max().expect("eight") as f64 / ideal;
    // In whole seconds, as the costs are known.
    cycles.sort_by_key(|cycles| std::cmp::Reverse(cycles / 4_000_000));
    let by_cost = ends(&cycles) / ideal;
    assert!(by_cost < 1.01 && by_shards > 1.4, "{by_cost} {by_shards}");
}

/// The most expensive position comes first, by what is known and by an earlier run.
#[test]
fn a_queue_begins_with_the_most_expensive_position() {
    let folder = folder("costs");
    let order = |queue: &str, more: &[&str]| -> Vec<String> {
        let queue = path(&folder, queue);
        let run = [
            "table1",
            "--positions",
            "3-7",
            "--jobs",
            "1",
            "--limit-seconds",
            "60",
            "--queue",
            &queue,
        ];
        let said = text(&BCP.run(&[&run[..], more].concat()).stderr);
        let position = |line: &str| Some(line.split_once(" position ")?.1.split_once(':')?.0.to_owned());
        said.lines().filter_map(position).collect()
    };
    // 46, 1, 0, 2 and some seconds.
    let known = order("known", &[]);
    assert_eq!((known[0].as_str(), known.len()), ("3", 5), "{known:?}");
    let costs = path(&folder, "costs.jsonl");
    BCP.printed(&["merge", &path(&folder, "known"), "--out", &costs]);
    let cost = |line: &Value| {
        line["iterations"]
            .as_array()
            .and_then(|all| all.last()?["cycles"].as_u64())
    };
    let results = fs::read_to_string(&costs).expect("results");
    let mut known: Vec<(Option<u64>, String)> = lines(&results)
        .iter()
        .map(|line| (cost(line), line["number"].to_string()))
        .collect();
    known.sort();
    let expected: Vec<String> = known.into_iter().rev().map(|(_, number)| number).collect();
    assert_eq!(order("measured", &["--costs", &costs]), expected);
}
