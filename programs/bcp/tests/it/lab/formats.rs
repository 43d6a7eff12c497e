//! What the experiments of `bcp lab` print for programs, and the files from which they go on.

use std::path::Path;

use serde_json::Value;

use crate::common::Bcp;

const LAB: Bcp = Bcp(&["lab"]);

/// Small runs, and the fields of their rows.
const RUNS: [(&[&str], &str); 7] = [
    (
        &["quiesce", "--positions", "4-5", "--depth", "2"],
        "position,depth,value,move,solved,range,ended,nodes,tried,eligible,complete,nested",
    ),
    (
        &["effort", "--positions", "4-5", "--nodes", "2000"],
        "position,quiescence,full_width",
    ),
    (
        &["fifteenth", "--positions", "4-5", "--nodes", "20000"],
        "position,stored_lists,stored_visited,full_lists,full_visited",
    ),
    (
        &["pass", "--positions", "4-5", "--depth", "2", "--random", "1"],
        "position,suite,pieces,depth,best,null",
    ),
    (
        &["go", "--size", "3", "--openings", "1", "--nodes", "100"],
        "opening,black,white,balance",
    ),
    (
        &["review", "--positions", "4-5", "--depth", "2"],
        "position,search,depth,value,nodes,complete",
    ),
    (
        &["match", "--fischer", "2", "--depth", "1", "--max-moves", "20"],
        "opening,white,black,points,plies,ending",
    ),
];

#[test]
fn rows_are_the_same_in_json_and_csv() {
    for (arguments, fields) in RUNS {
        let json = LAB.printed(&[arguments, &["--format", "json"]].concat());
        let json: Value = serde_json::from_str(&json).expect("JSON");
        let rows = json["rows"].as_array().expect("rows");
        assert_eq!(json["hash"].as_str().map(str::len), Some(64), "{arguments:?}");
        assert_eq!(json["settings"]["command"], format!("bcp lab {}", arguments[0]));
        let csv = LAB.printed(&[arguments, &["--format", "csv"]].concat());
        let mut lines = csv.lines();
        assert_eq!(lines.next(), Some(fields));
        assert_eq!(lines.count(), rows.len(), "{arguments:?}");
        let mut names: Vec<&str> = fields.split(',').collect();
        names.sort_unstable();
        for row in rows {
            let row: Vec<&String> = row.as_object().expect("an object").keys().collect();
            assert_eq!(row, names, "{arguments:?}");
        }
    }
}

#[test]
fn resumed_experiments_and_shards_have_the_results_of_one_run() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab-streams");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    for (arguments, _) in RUNS
        .iter()
        .filter(|(arguments, _)| ["effort", "fifteenth", "pass", "match"].contains(&arguments[0]))
    {
        let file = folder.join(arguments[0]);
        let name = file.to_str().expect("text");
        let run = |more: &[&str]| LAB.printed(&[*arguments, &["--out", name], more].concat());
        let whole = LAB.printed(arguments);
        run(&["--shard", "2/2"]);
        assert_eq!(run(&["--resume"]), whole, "{arguments:?}");
        // Nothing is left to be done, and nothing is lost.
        assert_eq!(run(&["--resume"]), whole, "{arguments:?}");
        let lines = std::fs::read_to_string(&file).expect("results");
        assert_eq!(lines.lines().count(), 2, "{arguments:?}");
    }
    let file = folder.join("effort");
    let other = [
        "effort",
        "--positions",
        "4-6",
        "--resume",
        "--out",
        file.to_str().expect("text"),
    ];
    LAB.check(&other, 1, &["results of other settings"]);
}

#[test]
fn bad_input_is_refused_with_what_is_allowed() {
    for (arguments, part) in [
        (["fifteenth", "--nodes", "999"], "1000..=10000000000"),
        (["fifteenth", "--against", "x"], "is not a search"),
        (["pass", "--depth", "1"], "2..=10"),
        (["pass", "--moves", "0"], "1..=40"),
        (["match", "--fischer", "961"], "1..=960"),
        (["compare", "--sample", "0"], "0 is not in"),
        (["tables", "--depth", "3"], "<FILE>"),
    ] {
        LAB.check(&arguments, 2, &[part]);
    }
}

/// A mutual zugzwang, in which who has to play loses a pawn: doing nothing is better at every depth that sees it.
#[test]
fn the_null_move_is_better_in_zugzwang() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("trebuchet.epd");
    std::fs::write(&file, "8/8/8/4pK2/3kP3/8/8/8 w - - bm Kg5;\n").expect("a file");
    let file = file.to_str().expect("text");
    let arguments = ["pass", "--suite", file, "--depth", "4", "--random", "0"];
    LAB.check(&arguments, 0, &["1 of 1", "100.0 %", "king and pawns"]);
}
