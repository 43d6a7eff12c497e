//! `bcp-lab compare` and `bcp-lab zugzwang`, as a user sees them.

use crate::common::{folder, text};
use crate::program::Program;

const LAB: Program = Program("");

/// Runs the command and checks its exit status and part of its output.
fn check(arguments: &str, status: i32, part: &str) {
    LAB.check(arguments, status, &[part]);
}

#[test]
fn what_is_out_of_range_is_refused_with_the_range() {
    for depth in ["0", "31", "9-8", "x", "", "8,", "-1"] {
        check(&format!("compare --depth='{depth}'"), 2, "--depth");
    }
    check("compare --depth 31", 2, "1 to 30");
    check("compare --search r5", 2, "r1 to r4");
    check("compare --search r0", 2, "r1 to r4");
    check("compare --search r2+layer9", 2, "layer1 to layer8");
    check("compare --search none+double", 2, "makes no null moves");
    check("compare --search r2,donninger", 1, "duplicate search r2");
    check("compare --positions 301", 1, "the last is 300");
    check("compare --suite no-such-file.epd", 1, "no-such-file.epd");
    check(
        "compare --suite no/ecm.epd",
        1,
        "`bcp-lab suite` shows how to download it",
    );
    check("zugzwang --depth 0", 2, "between 1 and 30");
    check("zugzwang --limit-nodes 999", 2, "between 1000 and 1000000000");
    check("zugzwang --positions 9", 1, "the last is 8");
}

/// Each table has a row for each depth.
#[test]
fn depths_are_searched_once_and_in_order() {
    for (list, depths) in [("2", &["2"][..]), ("4,2-3,2", &["2", "3", "4"])] {
        let printed = LAB.printed(&format!("compare --positions 1 --depth {list}"));
        let first = printed.lines().filter_map(|line| line.split(' ').next());
        let rows: Vec<&str> = first.filter(|word| word.parse::<u8>().is_ok()).collect();
        assert!(
            !rows.is_empty() && rows.chunks(depths.len()).all(|rows| rows == depths),
            "{printed}"
        );
    }
}

#[test]
fn tables_do_not_depend_on_the_number_of_threads() {
    for format in ["text", "json", "csv"] {
        let run = |jobs| {
            let arguments = format!("compare --positions 1-6 --depth 3-5 --format {format}");
            text(&LAB.run(&format!("{arguments} --jobs {jobs}")).stdout)
        };
        let one = run("1");
        assert_eq!(one, run("2"));
        assert!(one.contains("verified"), "{one}");
    }
}

/// Our table as it appears in the terminal. Its counts are those of the searches, which have tests of their own. The
/// paper has no figures for this depth.
#[test]
fn tables_have_the_form_of_the_papers() {
    let output = LAB.run("compare --positions 5 --depth 4 --search r2,verified");
    let printed = text(&output.stdout);
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let lines: Vec<Vec<String>> = printed.lines().map(words).collect();
    let place = |first: &str| {
        let at = lines.iter().position(|line| line.join(" ") == first);
        at.unwrap_or_else(|| panic!("no {first}: {printed}"))
    };
    let ours = place("Total node count, 1 position");
    assert_eq!(lines[ours + 2], ["depth", "r2", "verified"]);
    let count = |at: usize| lines[ours + 3][at].replace(',', "").parse::<f64>().expect("a count");
    let percent = format!("({:+.2}%)", 100.0 * (count(1) / count(2) - 1.0));
    assert_eq!(lines[ours + 4], [&percent, "-"]);
    assert_eq!(lines[place("Number solved of 1 position") + 3], ["4", "1", "1"]);
    assert!(!printed.contains("The paper's"), "{printed}");
    assert!(printed.contains("\nsettings "), "{printed}");
    assert!(text(&output.stderr).contains("nodes per second per core"));
}

#[test]
fn positions_with_nothing_but_kings_and_pawns_are_left_out() {
    let folder = std::env::temp_dir().join(format!("bcp-lab-compare-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("suite.epd");
    let name = file.to_str().expect("text");
    let (pawns, rook) = (
        "8/8/2K5/4p3/4P1k1/8/8/8 w - - bm Kd6;\n",
        "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - bm Rb8#;\n",
    );
    std::fs::write(&file, format!("{pawns}{rook}")).expect("a file");
    check(&format!("compare --suite '{name}' --depth 2"), 0, "king and pawns: 1");
    std::fs::write(&file, format!("{rook}nonsense\n")).expect("a file");
    check(&format!("compare --suite '{name}' --depth 2"), 1, "line 2");
    std::fs::write(&file, pawns).expect("a file");
    check(&format!("compare --suite '{name}'"), 1, "king and pawns");
    std::fs::remove_dir_all(&folder).expect("a folder");
}

#[test]
fn zugzwang_is_where_r3_fails_and_verified_does_not() {
    let arguments = "zugzwang --positions 2,5 --depth 8 --search r3,verified";
    let outcomes = LAB.json(arguments);
    let found: Vec<(&str, Option<u64>)> = outcomes["rows"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|outcome| (outcome["search"].as_str().expect("a name"), outcome["found"].as_u64()))
        .collect();
    let expected = [("r3", None), ("verified", Some(4))].repeat(2);
    assert_eq!(found, expected);
    check(arguments, 0, "5 mate in two Nh4     Rxh5+: +2.25  4: mate 2");
}

#[test]
fn shards_and_resumed_runs_make_the_tables_of_one_run() {
    let folder = folder("lab-shards");
    let file = |name: &str| folder.join(name).to_str().expect("text").to_owned();
    let run = |out: &str, more: &str| {
        let arguments = "compare --positions 1-9 --depth 3-5 --search r2,verified --out";
        LAB.printed(&format!("{arguments} '{}' {more}", file(out)))
    };
    let whole = run("whole", "");
    let lines = std::fs::read_to_string(file("whole")).expect("results");
    assert_eq!(lines.lines().count(), 18);

    // Cut off in the fifth line, as a killed run leaves it.
    let torn: usize = lines.split_inclusive('\n').take(4).map(str::len).sum();
    std::fs::write(file("torn"), &lines[..torn + 50]).expect("a file");
    assert_eq!(run("torn", "--resume"), whole);
    assert_eq!(std::fs::read_to_string(file("torn")).expect("results"), lines);

    let empty = "compare --positions 1-3 --depth 1 --shard 4/4";
    check(empty, 0, "the shard contains no positions");
    run("one", "--shard 1/2");
    run("two", "--shard 2/2");
    let (one, two) = (file("one"), file("two"));
    let parts = format!("tables '{one}' '{two}' --depth 3-5 --search r2,verified");
    assert_eq!(LAB.printed(&parts), whole);
    // Without the second shard there are fewer positions; by default, the searches are those of the file.
    assert!(
        LAB.printed(&format!("tables '{one}'"))
            .contains("Total node count, 5 positions")
    );

    let exists = format!("compare --positions 1 --depth 3 --out '{one}'");
    check(&exists, 1, "--resume");
    check(
        &format!("{exists} --resume"),
        1,
        "different settings: --depth is 5, not 3",
    );
    check(&format!("tables '{one}' --depth 6"), 1, "reach only depth 5");
    check(
        &format!("tables '{one}' --search r3"),
        1,
        "no results for `r3`: the files contain r2, verified",
    );
    check(&format!("tables '{one}' --against r3"), 1, "no results for `r3`");
    check("tables no-such-file", 1, "no-such-file");

    // Lines of another program, with the hash of Win at Chess: all results of one search must have one bench.
    let suite = "44d7e9ada12674bc06bfa1eee71f46bb3a1e9477f1bb301d128861da8c96f88d";
    for (bench, status, part) in [(1, 0, " 1,154 "), (2, 1, "different settings: bench is 1, not 2")] {
        let line = |position: u32, bench: u32| {
            let iterations = [r#"{"depth":1,"value":0,"solved":false,"nodes":577}"#; 5].join(",");
            let run = format!(r#"{{"suite":"{suite}","depth":5,"bench":{bench},"bcp":"1"}}"#);
            format!(r#"{{"position":{position},"search":"mine","run":{run},"iterations":[{iterations}]}}"#)
        };
        std::fs::write(file("mine"), format!("{}\n{}", line(1, 1), line(3, bench))).expect("a file");
        check(&format!("tables '{one}' '{}'", file("mine")), status, part);
    }

    // A run with fewer positions and another search reads from, and adds to, the same file.
    let fewer = format!("compare --positions 1-3 --depth 5 --search r2,r3 --resume --out '{one}'");
    assert!(LAB.printed(&fewer).contains("Total node count, 3 positions"));
}

#[test]
fn a_greater_sample_has_the_positions_of_a_smaller_one() {
    let positions = |sample| {
        let report = LAB.json(&format!("compare --depth 1 --search r2 --sample {sample}"));
        let rows = report["results"].as_array().expect("rows").clone();
        rows.iter()
            .map(|row| row["position"].as_u64().expect("a number"))
            .collect::<Vec<_>>()
    };
    let (few, more) = (positions("5"), positions("12"));
    assert_eq!((few.len(), more.len()), (5, 12));
    assert!(few.iter().all(|number| more.contains(number)), "{few:?} {more:?}");
}

/// A batch system ends a job whose time is over.
#[cfg(unix)]
#[test]
fn what_is_finished_is_kept_on_sigterm() {
    let folder = folder("lab-sigterm");
    let out = folder.join("results.jsonl");
    let arguments = "compare --depth 9 --search r2 --jobs 1";
    let mut child = crate::common::command(&format!("{arguments} --out '{}'", out.display()))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the command runs");
    while std::fs::read_to_string(&out).unwrap_or_default().lines().count() < 2 {
        assert_eq!(child.try_wait().expect("its state"), None, "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let kill = std::process::Command::new("kill").arg(child.id().to_string()).status();
    assert!(kill.expect("kill").success());
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(143));
    assert!(text(&output.stderr).contains("searches are missing"));
    assert!(text(&output.stdout).contains("Total node count"));
}

#[test]
fn suites_are_listed() {
    check("suite", 0, "Winning Chess Sacrifices, 1001 positions, 999");
}
