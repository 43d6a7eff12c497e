//! The machine-readable output of `bcp-lab`, and the files from which its experiments are resumed.

use std::path::Path;

use bcp_suite::results::sha256;

use crate::common::folder;
use crate::program::Program;

const LAB: Program = Program("");

/// Returns the small runs of `formats.txt`: the command, all its arguments, the lines of `--out`, the fields of its
/// rows.
fn runs() -> impl Iterator<Item = (&'static str, String, &'static str, &'static str)> {
    let rows = include_str!("formats.txt").lines();
    let rows = rows.filter(|row| !row.is_empty() && !row.starts_with('#'));
    rows.map(|row| {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let [name, arguments, lines, fields] = fields[..] else {
            panic!("four fields: {row}")
        };
        (name, format!("{name} {arguments}"), lines, fields)
    })
}

#[test]
fn rows_are_the_same_in_json_and_csv() {
    for (name, arguments, _, fields) in runs() {
        let json = LAB.json(&arguments);
        let rows = json["rows"].as_array().expect("rows");
        assert!(!rows.is_empty(), "{arguments}");
        let hash = json["hash"].as_str().expect("a hash");
        let settings = &json["settings"];
        assert_eq!(settings["command"], format!("bcp-lab {name}"));
        assert_eq!(settings["bcp"], env!("CARGO_PKG_VERSION"));
        // Anyone can compute the hash: it is that of the settings as JSON without spaces, with keys in alphabetical
        // order.
        assert_eq!(hash, sha256(settings.to_string().as_bytes()), "{arguments}");
        let csv = LAB.printed(&format!("{arguments} --format csv"));
        let mut lines = csv.lines();
        assert_eq!(lines.next(), Some(fields));
        assert_eq!(lines.count(), rows.len(), "{arguments}");
        let mut names: Vec<&str> = fields.split(',').collect();
        names.sort_unstable();
        for row in rows {
            let row: Vec<&String> = row.as_object().expect("an object").keys().collect();
            assert_eq!(row, names, "{arguments}");
        }
        // The text output names its settings, too.
        let settings = format!("\nsettings {}: ", &hash[..12]);
        assert!(LAB.printed(&arguments).contains(&settings), "{arguments}");
    }
}

/// The whole output of small experiments: the figures of their rows, and the sums, ratios and intervals of these. A line
/// with `= ` has the arguments; the speed of the host and the settings are not compared.
#[test]
fn small_experiments_print_their_tables() {
    for run in include_str!("printed.txt").split("\n= ") {
        let (arguments, expected) = run.split_once('\n').expect("arguments");
        let printed = LAB.printed(arguments.trim_start_matches("= "));
        let own = |line: &&str| !line.starts_with("settings ") && !line.ends_with("(varies from run to run)");
        let printed: Vec<&str> = printed.lines().filter(own).map(str::trim_end).collect();
        assert_eq!(printed.join("\n").trim_end(), expected.trim_end(), "{arguments}");
    }
}

/// Returns the name of the file that a run writes.
fn two_words(arguments: &str) -> String {
    arguments.split(' ').take(2).collect::<Vec<_>>().join("-")
}

#[test]
fn resumed_experiments_and_shards_have_the_results_of_one_run() {
    let folder = folder("lab-streams");
    for (_, arguments, lines, _) in runs() {
        let file = folder.join(two_words(&arguments));
        let name = file.to_str().expect("text");
        let run = |more: &str| LAB.printed(&format!("{arguments} --out '{name}' {more}"));
        let whole = LAB.printed(&arguments);
        run("--shard 2/2");
        assert_eq!(run("--resume"), whole, "{arguments}");
        // Nothing is left to do, and nothing is lost.
        assert_eq!(run("--resume"), whole, "{arguments}");
        let written = std::fs::read_to_string(&file).expect("results");
        assert_eq!(written.lines().count().to_string(), lines, "{arguments}");
    }
    let file = folder.join("fifteenth---positions");
    let other = format!("fifteenth --positions 4-6 --resume --out '{}'", file.display());
    LAB.check(&other, 1, &["the file is from a run with different settings"]);
}

/// A batch system ends a job: finished results are in the file; an unfinished one is printed but not written.
#[cfg(unix)]
#[test]
fn a_terminated_experiment_keeps_what_is_finished() {
    let folder = folder("lab-terminated");
    let experiments = [
        "quiesce --positions 1-300 --limit-nodes 0 --depth 30",
        "review --depth 30 --limit-nodes 1000000000",
        "zugzwang --depth 30 --limit-nodes 1000000000",
        "mate --moves 20 --limit-nodes 1000000000 --search exhaustive",
        "conspiracy --trees 100000 --depth 8",
        "conspiracy chess --sizes 1000000",
    ]
    .map(|arguments| {
        let file = folder.join(two_words(arguments));
        let out = format!("--out '{}' --jobs 2", file.to_str().expect("text"));
        let mut experiment = crate::common::command(&format!("{arguments} {out}"));
        let experiment = experiment
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null());
        (arguments, experiment.spawn().expect("the command runs"), file)
    });
    for (arguments, _, file) in &experiments {
        let begun = || std::fs::exists(file).unwrap_or(false);
        for _ in 0..600 {
            if begun() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        assert!(begun(), "{arguments} has not begun");
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    for (arguments, mut child, file) in experiments {
        let kill = std::process::Command::new("kill").arg(child.id().to_string()).status();
        assert!(kill.expect("kill").success());
        assert_eq!(child.wait().expect("an end").code(), Some(143), "{arguments}");
        for line in std::fs::read_to_string(&file).expect("results").lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert_ne!(line["ended"], "interrupted", "{arguments}");
        }
    }
}

#[test]
fn bad_input_is_refused_with_what_is_allowed() {
    for (arguments, part) in [
        ("fifteenth --limit-nodes 999", "between 1000 and 10000000000"),
        ("fifteenth --against x", "unknown search"),
        ("pass --depth 0", "between 1 and 10"),
        ("compare --search pvs", "pvs and alpha-beta, are available in"),
        ("compare --depth 6..7", "write the range as 6-7"),
        ("compare --table 27", "between 10 and 26"),
        ("compare --sample 0", "it must be"),
        ("tables --depth 3", "<FILE>"),
    ] {
        LAB.check(arguments, 2, &[part]);
    }
}

/// A mutual zugzwang: the side to play loses a pawn, so that passing is better at every depth that sees it. The null
/// move is evaluated, not searched: its value is the same at all depths, though the other side loses its pawn after it.
#[test]
fn the_null_move_is_better_in_zugzwang() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("trebuchet.epd");
    std::fs::write(&file, "8/8/8/4pK2/3kP3/8/8/8 w - - bm Kg5;\n").expect("a file");
    let file = file.to_str().expect("text");
    let arguments = format!("pass --suite '{file}' --depth 4 --random-positions 0");
    LAB.check(&arguments, 0, &["100.0%", "king and pawns"]);
    let printed = LAB.printed(&arguments);
    let last = printed
        .lines()
        .rfind(|line| line.trim_start().starts_with("4 "))
        .unwrap_or_default();
    let cells: Vec<&str> = last.split_whitespace().collect();
    // Columns: one suite position, none after random moves; one with only king and pawns, none with more; one in all.
    assert_eq!(cells.join(" "), "4 captures 1 of 1 - 1 of 1 - - - 1 of 1", "{printed}");
    let rows = LAB.json(&arguments)["rows"].clone();
    let rows = rows.as_array().expect("rows");
    assert_eq!(rows.len(), 4);
    for name in ["evaluated", "captures"] {
        assert!(rows.iter().all(|row| row[name] == rows[0][name]), "{rows:?}");
        assert!(
            rows[0][name].as_i64().is_some_and(|value| value.abs() < 100),
            "{rows:?}"
        );
    }
}

/// Pieces are those of the side to play other than king and pawns. A position in check does not count.
#[test]
fn positions_of_the_suite_are_told_by_their_pieces() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pieces.epd");
    let suite = [
        ("7k/8/8/8/8/4P3/8/K7 w - -", Some("none")),
        ("7k/8/8/8/8/8/8/KQ6 b - -", Some("none")),
        ("7k/8/8/8/8/8/1P6/K1N5 w - -", Some("one")),
        ("7k/8/8/8/8/8/8/KNB5 w - -", Some("two_or_three")),
        ("7k/8/8/8/8/8/8/KNBN4 w - -", Some("two_or_three")),
        ("7k/8/8/8/8/8/8/KNBNB3 w - -", Some("more")),
        ("7k/8/8/8/8/8/8/K6R b - -", None),
    ];
    std::fs::write(&file, suite.map(|(position, _)| format!("{position}\n")).concat()).expect("a file");
    let file = file.to_str().expect("text");
    let rows = LAB.json(&format!("pass --suite '{file}' --depth 1 --random-positions 2"))["rows"].clone();
    let rows = rows.as_array().expect("rows").iter();
    let (own, random): (Vec<_>, Vec<_>) = rows.partition(|row| row["suite"] == true);
    let expected = (1..)
        .zip(suite)
        .filter_map(|(number, (_, pieces))| Some((number, pieces?)));
    let found = own.iter().map(|row| {
        (
            row["position"].as_u64().unwrap_or_default(),
            row["pieces"].as_str().unwrap_or_default(),
        )
    });
    assert!(found.eq(expected), "{own:?}");
    assert!((suite.len()..=2 * suite.len()).contains(&random.len()), "{random:?}");
}

/// A smaller table forgets more, which changes the tree. Its size is one of the settings of a results file.
#[test]
fn the_table_has_the_size_that_is_asked_for() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("small-table.jsonl");
    let _ = std::fs::remove_file(&file);
    let file = file.to_str().expect("text");
    let small = format!("compare --positions 1 --depth 6 --search none --table 10 --out '{file}'");
    let usual = LAB.printed("compare --positions 1 --depth 6 --search none");
    assert_ne!(LAB.printed(&small), usual);
    assert_eq!(
        LAB.printed("compare --positions 1 --depth 6 --search none --table 20"),
        usual
    );
    let resumed = format!("compare --positions 1 --depth 6 --search none --resume --out '{file}'");
    LAB.check(&resumed, 1, &["--table is 10, not 20"]);
}

/// Without a terminal there is no progress bar, and no message about progress.
#[test]
fn a_file_of_messages_has_no_progress_in_it() {
    let output = LAB.run("mate --positions 1-3 --moves 1");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
