//! The output of `bcp lab` for programs, and the files from which its experiments go on.

use std::path::Path;

use serde_json::Value;

use crate::common::Bcp;

const LAB: Bcp = Bcp(&["lab"]);

/// A small run: its arguments, how many of them name the command, the fields of its rows, and the lines of `--out` if
/// it has that option.
struct Run {
    arguments: &'static [&'static str],
    command: usize,
    fields: &'static str,
    lines: Option<usize>,
}

const RUNS: [Run; 12] = [
    Run {
        arguments: &["quiesce", "--positions", "4-5", "--depth", "2"],
        command: 1,
        fields: "position,depth,value,move,solved,range,ended,nodes,tried,eligible,complete,nested",
        lines: Some(2),
    },
    Run {
        arguments: &["fifteenth", "--positions", "4-5", "--nodes", "20000"],
        command: 1,
        fields: "position,stored_lists,stored_visited,full_lists,full_visited",
        lines: Some(2),
    },
    Run {
        arguments: &["pass", "--positions", "4-5", "--depth", "2", "--random", "1"],
        command: 1,
        fields: "position,suite,pieces,depth,best,null",
        lines: Some(2),
    },
    Run {
        arguments: &["go", "--size", "3", "--openings", "1", "--nodes", "100"],
        command: 1,
        fields: "opening,black,white,balance",
        lines: Some(20),
    },
    Run {
        arguments: &["review", "--positions", "4-5", "--depth", "2"],
        command: 1,
        fields: "position,search,depth,value,nodes,complete",
        lines: Some(2),
    },
    Run {
        arguments: &["match", "--fischer", "2", "--depth", "1", "--max-moves", "20"],
        command: 1,
        fields: "opening,white,black,points,plies,ending",
        lines: Some(2),
    },
    Run {
        arguments: &["zugzwang", "--positions", "5,7", "--depth", "4", "--search", "none,r3"],
        command: 1,
        fields: "position,id,search,found,nodes,depth,value,move,interrupted",
        lines: Some(2),
    },
    Run {
        arguments: &["conspiracy", "--trees", "3", "--depth", "3", "--nodes", "10,100"],
        command: 1,
        fields: "tree,search,nodes,error,settled",
        lines: Some(3),
    },
    Run {
        arguments: &["conspiracy", "tree", "0(5(3! 4!) 2)"],
        command: 2,
        fields: "goal,leaf,nodes,value,conspirators,least,greatest,move",
        lines: None,
    },
    Run {
        arguments: &["conspiracy", "chess", "--positions", "4-5", "--nodes", "100,200"],
        command: 2,
        fields: "position,nodes,move,solved,certain,value,raise,lower,depth,visited",
        lines: Some(2),
    },
    Run {
        arguments: &["mate", "--positions", "2,10", "--moves", "2"],
        command: 1,
        fields: "position,search,mate,first,positions,ended",
        lines: Some(2),
    },
    Run {
        arguments: &["mtd", "--trees", "3", "--depth", "3"],
        command: 1,
        fields: "search,searched,same_value,nodes,percent,percent_low,percent_high,passes,remembered",
        lines: Some(3),
    },
];

#[test]
fn rows_are_the_same_in_json_and_csv() {
    for Run {
        arguments,
        command,
        fields,
        ..
    } in RUNS
    {
        let json = LAB.printed(&[arguments, &["--format", "json"]].concat());
        let json: Value = serde_json::from_str(&json).expect("JSON");
        let rows = json["rows"].as_array().expect("rows");
        assert!(!rows.is_empty(), "{arguments:?}");
        let hash = json["hash"].as_str().expect("a hash");
        assert_eq!(hash.len(), 64, "{arguments:?}");
        let name = arguments[..command].join(" ");
        assert_eq!(json["settings"]["command"], format!("bcp lab {name}"));
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
        // The text says what it was made from, and Markdown has the same tables.
        let settings = format!("\nsettings {}: ", &hash[..12]);
        assert!(LAB.printed(arguments).contains(&settings), "{arguments:?}");
        let markdown = LAB.printed(&[arguments, &["--format", "markdown"]].concat());
        assert!(
            markdown.contains("\n| ---") && markdown.contains(&settings),
            "{markdown}"
        );
    }
}

#[test]
fn resumed_experiments_and_shards_have_the_results_of_one_run() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab-streams");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    for Run { arguments, lines, .. } in RUNS {
        let Some(lines) = lines else {
            continue;
        };
        let file = folder.join(arguments[..2].join("-"));
        let name = file.to_str().expect("text");
        let run = |more: &[&str]| LAB.printed(&[arguments, &["--out", name], more].concat());
        let whole = LAB.printed(arguments);
        run(&["--shard", "2/2"]);
        assert_eq!(run(&["--resume"]), whole, "{arguments:?}");
        // Nothing is left to be done, and nothing is lost.
        assert_eq!(run(&["--resume"]), whole, "{arguments:?}");
        let written = std::fs::read_to_string(&file).expect("results");
        assert_eq!(written.lines().count(), lines, "{arguments:?}");
    }
    let file = folder.join("fifteenth---positions");
    let other = [
        "fifteenth",
        "--positions",
        "4-6",
        "--resume",
        "--out",
        file.to_str().expect("text"),
    ];
    LAB.check(&other, 1, &["results of other settings"]);
}

/// A batch system ends a job: what is finished is in the file, what is not is shown as far as it came and is not.
#[cfg(unix)]
#[test]
fn a_terminated_experiment_keeps_what_is_finished() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab-terminated");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    for arguments in [
        &["quiesce", "--positions", "1-300", "--nodes", "0", "--depth", "30"][..],
        &["review", "--depth", "30", "--nodes", "1000000000"],
        &["go", "--size", "9", "--openings", "1000", "--nodes", "10000000"],
        &["zugzwang", "--depth", "30", "--nodes", "1000000000"],
        &[
            "mate",
            "--moves",
            "20",
            "--nodes",
            "1000000000",
            "--search",
            "exhaustive",
        ],
        &["mtd", "--game", "chess", "--depth", "10"],
        &["conspiracy", "--trees", "100000", "--depth", "8"],
        &["conspiracy", "chess", "--nodes", "1000000"],
    ] {
        let file = folder.join(arguments[..2].join("-"));
        let out = ["--out", file.to_str().expect("text"), "--jobs", "2"];
        let mut child = LAB.start(&[arguments, &out].concat());
        let begun = || std::fs::exists(&file).unwrap_or(false);
        for _ in 0..600 {
            if begun() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        assert!(begun(), "{arguments:?} has not begun");
        std::thread::sleep(std::time::Duration::from_millis(300));
        let kill = std::process::Command::new("kill").arg(child.id().to_string()).status();
        assert!(kill.expect("kill").success());
        assert_eq!(child.wait().expect("an end").code(), Some(130), "{arguments:?}");
        for line in std::fs::read_to_string(&file).expect("results").lines() {
            let line: Value = serde_json::from_str(line).expect("JSON");
            assert_ne!(line["ended"], "interrupted", "{arguments:?}");
        }
    }
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
