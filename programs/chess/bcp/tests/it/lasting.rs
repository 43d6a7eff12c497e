//! Results that last: older lines are read, other versions are told apart, results are checked.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::common;
use crate::program::Program;

const BCP: Program = Program("");

/// Results of a bcp whose lines had no number of a schema: positions 4 to 7, with a limit of 0.3 seconds. The Z8000
/// program of today searches the same nodes in less time.
const OLD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/results/schema-1.jsonl");
const RUN: &str = "table1 --positions 4-7 --limit-seconds 0.3";

fn folder(name: &str) -> PathBuf {
    common::folder(&format!("lasting-{name}"))
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("a path").to_owned()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// A copy of results as version 0.0.1 would have written them: with its number, and the hash of the settings made
/// again.
fn of_another_version(results: &str) -> String {
    let own = format!("\"bcp\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let line = |line: &str| {
        let line = line.replace(&own, "\"bcp\":\"0.0.1\"");
        let set = line.split_once("\"settings\":\"").expect("settings").1;
        let (hash, set) = set.split_once("\",").expect("the hash");
        let object = format!("{{{}", set.strip_suffix('}').expect("the end of the line"));
        line.replace(hash, &bcp_suite::results::sha256(object.as_bytes())) + "\n"
    };
    results.lines().map(line).collect()
}

/// Returns a result without what depends on the speed of the Z8000 program.
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
    // They come out as they do today, except for the program and what lines did not have then.
    let today = BCP.printed(&format!("{RUN} --out -"));
    let (then, now) = (lines(&old), lines(&today));
    for (then, now) in then.iter().zip(&now) {
        assert_eq!(now["schema"], 4);
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
            // The rule has changed since, and is among the settings.
            let other = ["program", "criterion", "settings"].contains(&name.as_str());
            assert_eq!(&now["run"][name] != value, other, "{name}");
        }
    }
    BCP.check(&format!("report '{OLD}'"), 0, &["solved 1 of 4"]);
    // Their rows have what lines had not then.
    let report = BCP.json(&format!("report '{OLD}'"));
    let solved = &report["positions"][1];
    assert_eq!((&solved["id"], &solved["note"]), (&json!("WAC.005"), &Value::Null));
    let iterations = then[1]["iterations"].as_array().expect("iterations");
    let reported = iterations.iter().find(|one| one["depth"] == solved["depth"]);
    let variation = reported.expect("the iteration")["variation"].as_array().expect("moves");
    let moves: Vec<&str> = variation.iter().filter_map(Value::as_str).collect();
    assert_eq!(solved["variation"], moves.join(" "));
    // Parts, concatenated, are the run.
    let part = |name: &str| fs::read_to_string(OLD.replace("schema-1.jsonl", name)).expect("a part");
    let parts = [part("schema-1-shard-2.jsonl"), part("schema-1-shard-1.jsonl")];
    let out = path(&folder, "parts.jsonl");
    fs::write(&out, parts.concat()).expect("written");
    assert_eq!(
        BCP.printed(&format!("report '{out}'")),
        BCP.printed(&format!("report '{OLD}'"))
    );
    // They are of another program, which cannot be gone on with.
    let resume = |out| format!("{RUN} --resume --out '{out}'");
    BCP.check(
        &resume(&out),
        1,
        &["the file is from a run with different settings: program is 5a21594c6b60, not "],
    );
    // Had they been of this one, they would be gone on with, and written in the form of today.
    let same = path(&folder, "same.jsonl");
    fs::write(&same, today.replace("{\"schema\":4,", "{")).expect("written");
    BCP.check(
        &resume(&same),
        0,
        &["4 of 4 positions are already done", "solved 1 of 4"],
    );
    assert_eq!(fs::read_to_string(&same).expect("results"), today);
    // A line of a later version is not misread.
    let later = today.replace("\"schema\":4,", "\"schema\":5,");
    fs::write(&out, later).expect("written");
    BCP.check(
        &format!("report '{out}'"),
        1,
        &["line 1: the line has schema 5, but this version of bcp reads schemas only up to 4"],
    );
}

/// Every name in a line is in the reference.
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
    let run = format!("{RUN} --shard 2/2 --to-limit --suite-moves --claimed-gains --out -");
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
fn results_of_another_version_are_told_apart() {
    let folder = folder("version");
    let (ours, theirs) = (path(&folder, "ours.jsonl"), path(&folder, "theirs.jsonl"));
    let part = |shard: &str| BCP.printed(&format!("{RUN} --shard {shard} --out -"));
    let (first, second) = (part("1/2"), of_another_version(&part("2/2")));
    fs::write(&theirs, &second).expect("written");
    fs::write(&ours, first + &second).expect("written");
    let version = concat!(": bcp is 0.0.1, not ", env!("CARGO_PKG_VERSION"));
    let mixed = ["line 3: position 5 and position 4 are from different runs", version];
    BCP.check(&format!("report '{ours}'"), 1, &mixed);
    let resume = format!("{RUN} --shard 2/2 --resume --out '{theirs}'");
    BCP.check(
        &resume,
        1,
        &[
            "cannot resume ",
            "the file is from a run with different settings",
            version,
        ],
    );
    assert_eq!(fs::read_to_string(&theirs).expect("results"), second);
}

#[test]
fn a_time_that_is_not_that_of_its_clocks_is_found() {
    let file = path(&folder("contradiction"), "r.jsonl");
    let results = BCP.printed(&format!("{RUN} --out -"));
    fs::write(&file, results.replacen("\"seconds\":0.", "\"seconds\":9.", 1)).expect("written");
    BCP.check(
        &format!("report '{file}'"),
        1,
        &["line 1: 9.", "seconds is not the time of"],
    );
}

/// The file of results cannot grow beyond the first lines: the run ends there, and prints what it has.
#[cfg(target_os = "linux")]
#[test]
fn the_first_write_error_ends_a_run() {
    let folder = folder("full");
    let script = "ulimit -f 8; trap '' XFSZ; exec \"$0\" table1 --positions 1-40 --limit-seconds 0.5 --jobs 1 --engine interpreter \
         --out f.jsonl";
    let output = crate::environment::program("bash")
        .args(["-c", script, env!("CARGO_BIN_EXE_bcp")])
        .current_dir(&folder)
        .output()
        .expect("bash runs");
    let (said, shown) = (common::text(&output.stderr), common::text(&output.stdout));
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("cannot write f.jsonl: File too large"), "{said}");
    assert!(
        said.contains("ended early: ") && said.contains(" of 40 positions are missing"),
        "{said}"
    );
    assert!(!said.contains("position 40:"), "{said}");
    assert!(
        shown.starts_with("UNFINISHED: ") && shown.contains("solved "),
        "{shown}"
    );
    // Only whole lines, from which the run continues.
    let kept = fs::read_to_string(folder.join("f.jsonl")).expect("results");
    assert!(kept.ends_with('\n') && kept.lines().count() > 2, "{kept}");
    let file = path(&folder, "f.jsonl");
    let run = "table1 --positions 1-40 --limit-seconds 0.5 --out";
    BCP.printed(&format!("{run} '{file}' --resume"));
    assert_eq!(
        fs::read_to_string(&file).expect("results"),
        BCP.printed(&format!("{run} -"))
    );
}

#[cfg(unix)]
#[test]
fn rights_and_links_of_results_stay() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    let folder = folder("links");
    let results = BCP.printed(&format!("{RUN} --out -"));
    let (file, other, link) = (folder.join("r.jsonl"), folder.join("other"), path(&folder, "link"));
    fs::write(&file, results.lines().next().expect("a line").to_owned() + "\n").expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("rights");
    fs::hard_link(&file, &other).expect("a link");
    symlink("r.jsonl", &link).expect("a link");
    fs::write(folder.join("r.jsonl.part"), "notes").expect("written");
    BCP.printed(&format!("{RUN} --resume --out '{link}'"));
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
