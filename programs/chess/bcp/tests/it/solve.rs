//! Mates in one, lines, and positions without a move: what `bcp solve` says beyond the iterations of the program.

use std::fs;

use serde_json::json;

use crate::common::{folder, text};
use crate::program::Program;

const BCP: Program = Program("solve");

const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
const TWO_ROOKS: &str = "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - -";

/// Position, further arguments, and what is printed below the iterations.
const ENDINGS: &[(&str, &str, &str)] = &[
    (
        BACK_RANK,
        "",
        "line: Ra8#\nthe program reports a mate in one but names no move; the host supplied the move\n",
    ),
    (
        TWO_ROOKS,
        "",
        "line: Ra8#\nthe program reports a mate in one but names no move; the host supplied the first of these\nmates: \
         Ra8# Rb8#\n",
    ),
    (
        TWO_ROOKS,
        "--simple",
        "line: Ra8#\nthe program reports a mate in one but names no move; the host supplied the first of these\nmates: \
         Ra8# Rb8#\n",
    ),
    // The rook wins the knight, and black cannot win anything back.
    ("6k1/5pp1/7p/3n4/8/8/3R1PPP/6K1 w - -", "--depth 2", "line: Rxd5\n"),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "--depth 1",
        "line: none; no move beats the null move\n",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "--depth 0",
        "line: none; depth 0 does not search for a best move\n",
    ),
    // Philidor's legacy, a mate in two that `see-checkmates` finds by the reading given here.
    (
        "5r1k/6pp/7N/8/2Q5/8/8/6K1 w - -",
        "--reading HORIZON_MATES=2",
        "line: none; the program reports a mate but names no move\nrules: mate 2, proved\n",
    ),
    // A new queen leaves black no legal move; the program, which does not know stalemate, treats that as a mate.
    (
        "8/5P1k/5K2/8/8/8/8/7B w - -",
        "--depth 2",
        "line: f8=Q\nrules: mate 2, refuted: f8=Q is stalemate, which the program does not recognise\n",
    ),
    // A limit that depth 0 does not reach, so that no iteration is shown.
    (TWO_ROOKS, "--limit-seconds 0.001", "stopped at 0.001 Z8000 seconds\n"),
];

#[test]
fn a_search_ends_with_its_line() {
    for (fen, arguments, ending) in ENDINGS {
        let printed = BCP.printed(&format!("--fen '{fen}' {arguments}"));
        let (_, below) = printed.rsplit_once("\n\n").expect("a blank line");
        assert_eq!(below, *ending, "{fen} {arguments}: {printed}");
    }
}

#[test]
fn a_mate_in_one_is_named_in_its_iteration() {
    let printed = BCP.printed(&format!("--fen '{BACK_RANK}'"));
    assert!(printed.contains("\n    0   mate 1  Ra8#  "), "{printed}");
}

/// Position 5, a mate in two: only the knight can capture the queen, and the pawn that recaptures mates.
#[test]
fn a_position_of_the_suite_shows_its_line() {
    BCP.check(
        "5",
        0,
        &["\n\nline: Qc4+ Nxc4 bxc4#\nrules: mate 2, proved\nsolved at depth 2 after "],
    );
}

#[test]
fn json_says_who_named_the_move() {
    let report = BCP.json(&format!("--fen '{TWO_ROOKS}'"));
    let iteration = &report["iterations"][0];
    assert_eq!(iteration["value"], 126);
    assert_eq!(iteration["move"], "Ra8#");
    assert_eq!(iteration["mates"], json!(["Ra8#", "Rb8#"]));
    assert_eq!(iteration["variation"], json!(["Ra8#"]));
    assert_eq!(report.get("no_move"), None);
    assert_eq!(report["mate"], json!({ "rules": "proved", "note": "proved" }));

    let report = BCP.json("--fen '8/5P1k/5K2/8/8/8/8/7B w - -' --depth 2");
    assert_eq!(report["iterations"][2]["value"], 124);
    assert_eq!(
        report["mate"],
        json!({ "rules": "refuted", "note": "refuted: f8=Q is stalemate, which the program does not recognise" })
    );

    let report = BCP.json("5");
    let iterations = report["iterations"].as_array().expect("iterations");
    assert!(iterations.iter().all(|iteration| iteration.get("mates").is_none()));
    assert_eq!(iterations[0]["variation"], json!([]));
    assert_eq!(iterations[2]["variation"], json!(["Qc4+", "Nxc4", "bxc4#"]));
    assert_eq!(report["result"]["move"], "Qc4+");
}

/// A side without a legal move is mated or stalemated by the rules of chess.
#[test]
fn a_side_without_a_move_is_told_so() {
    for (fen, end) in [
        ("R5k1/5ppp/8/8/8/8/8/K7 b - -", "checkmate"),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - -", "stalemate"),
    ] {
        assert_eq!(
            BCP.printed(&format!("--fen '{fen}'")),
            format!("{fen}\n\n{end}: there are no legal moves\n")
        );
        let report = BCP.json(&format!("--fen '{fen}'"));
        assert_eq!(report["no_move"], end);
        assert_eq!(report["iterations"], json!([]));
    }
}

/// Each line of a suite, and its outcome; `None` for a broken line.
const SUITE: &[(&str, &str, Option<&str>)] = &[
    (
        BACK_RANK,
        "bm Ra8#",
        Some("Ra8#      solved at depth 0 after 0.05 Z8000 seconds, a mate in one"),
    ),
    // The program does not report which mate it sees.
    (
        TWO_ROOKS,
        "bm Rb8",
        Some("Ra8#      solved at depth 0 after 0.05 Z8000 seconds, one of 2 mates in one"),
    ),
    (BACK_RANK, "bm h3", Some("Ra8#      not solved, a mate in one")),
    (
        BACK_RANK,
        "am h3",
        Some("Ra8#      solved at depth 0 after 0.05 Z8000 seconds, a mate in one"),
    ),
    (BACK_RANK, "am Ra8", Some("Ra8#      not solved, a mate in one")),
    (
        TWO_ROOKS,
        "am Ra8",
        Some("Ra8#      solved at depth 0 after 0.05 Z8000 seconds, one of 2 mates in one"),
    ),
    (
        "6k1/5pp1/7p/3n4/8/8/3R1PPP/6K1 w - -",
        "bm Rxd5",
        Some("Rxd5      solved at depth 1 after 0.05 Z8000 seconds"),
    ),
    // An illegal solution; a mated side; a stalemated side.
    (BACK_RANK, "bm Ra9", None),
    (BACK_RANK, "bm Rb8#", None),
    ("R5k1/5ppp/8/8/8/8/8/K7 b - -", "bm Kh8", None),
    ("7k/5Q2/6K1/8/8/8/8/8 b - -", "am Kg8", None),
];

#[test]
fn suites_count_mates_in_one() {
    let folder = folder("mates");
    let suite = folder.join("suite.epd");
    let lines: String = SUITE
        .iter()
        .map(|(fen, moves, _)| format!("{fen} {moves};\n"))
        .collect();
    fs::write(&suite, lines).expect("a suite");
    let (suite, results) = (suite.to_str().expect("a path"), folder.join("results.jsonl"));
    let results = results.to_str().expect("a path");
    let output = BCP.run(&format!("--suite '{suite}' --out '{results}'"));
    assert_eq!(output.status.code(), Some(1), "broken lines are reported");
    let (printed, said) = (text(&output.stdout), text(&output.stderr));
    for (number, (fen, moves, expected)) in (1..).zip(SUITE) {
        let line = printed.lines().find(|line| line.starts_with(&format!("{number:5}  ")));
        let shown = line.map(|line| line[21..].to_owned());
        assert_eq!(shown.as_deref(), *expected, "{fen} {moves}");
        assert_eq!(said.contains(&format!("line {number}: ")), expected.is_none(), "{said}");
    }
    assert!(
        printed.ends_with("\nsolved 5 of 7, 4 of them by a mate in one\n"),
        "{printed}"
    );
    // A single position says why it is not solved, or whose the move is; illegal solutions are an error.
    let good: String = SUITE
        .iter()
        .take(7)
        .map(|(fen, moves, _)| format!("{fen} {moves};\n"))
        .collect();
    BCP.check(&format!("3 --suite '{suite}'"), 1, &["line 8: "]);
    let alone = folder.join("alone.epd");
    fs::write(&alone, good).expect("a suite");
    let alone = alone.to_str().expect("a path");
    let unsolved = [
        "not solved",
        "the program reports a mate in one, but no solution gives mate",
    ];
    BCP.check(&format!("3 --suite '{alone}'"), 0, &unsolved);
    BCP.check(
        &format!("2 --suite '{alone}' --depth 0"),
        0,
        &["mates: Ra8# Rb8#\nsolved at depth 0"],
    );
    for number in ["2", "3"] {
        let decided = BCP.printed(&format!("{number} --suite '{alone}' --depth 0"));
        assert!(!decided.contains("provisional"), "{decided}");
        assert!(!decided.contains("Table 1"), "the paper never saw it: {decided}");
    }
    // The results file is read back.
    let resumed = BCP.run(&format!("--suite '{suite}' --out '{results}' --resume"));
    assert_eq!(text(&resumed.stdout), printed);
    fs::remove_dir_all(&folder).expect("the folder goes");
}
