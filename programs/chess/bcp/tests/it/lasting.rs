//! Results that last: other versions are told apart, results are checked.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common;
use crate::program::Program;

const BCP: Program = Program("");

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

/// Returns a copy of results as version 0.0.1 would have written them: with its version number, and a new hash of the
/// settings.
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

#[test]
fn lines_of_other_schemas_are_refused() {
    let out = path(&folder("schema"), "other.jsonl");
    let today = BCP.printed(&format!("{RUN} --out -"));
    for (schema, reads) in [
        ("", "from 4"),
        ("\"schema\":3,", "from 4"),
        ("\"schema\":5,", "up to 4"),
    ] {
        fs::write(&out, today.replace("\"schema\":4,", schema)).expect("written");
        let reason = format!("but this version of bcp reads schemas only {reads}");
        BCP.check(
            &format!("report '{out}'"),
            1,
            &["line 1: the line has schema ", &reason],
        );
    }
}

/// The reference documents every name in a line.
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

/// The results file cannot grow beyond the first lines: the run ends there, and prints what it has.
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
    // The file contains only whole lines, from which the run can be resumed.
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
