//! `bcp-lab conspiracy` as a user sees it.

use crate::common::text;
use crate::program::Program;

const CONSPIRACY: Program = Program("conspiracy");

/// Returns the numbers of the line that begins with `name`.
fn row(table: &str, name: &str) -> Vec<f64> {
    let line = table.lines().find(|line| line.starts_with(name));
    line.expect(name)
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// The published errors of both searches, and by how much a mean over forty trees may differ from them.
const PUBLISHED: [(f64, f64, f64); 5] = [
    (1.45, 1.52, 0.4),
    (1.80, 0.95, 0.4),
    (0.80, 0.15, 0.25),
    (0.95, 0.02, 0.25),
    (0.0, 0.0, 0.1),
];

/// The paper's finding: alpha-beta's error alternates between even and odd depths, and conspiracy search is far better.
#[test]
fn table_1_is_measured_again() {
    let table = CONSPIRACY.printed("");
    let (alpha_beta, conspiracy) = (row(&table, "alpha-beta"), row(&table, "conspiracy"));
    for (place, (published_alpha_beta, published_conspiracy, stray)) in PUBLISHED.into_iter().enumerate() {
        assert!((alpha_beta[place] - published_alpha_beta).abs() <= stray, "{table}");
        assert!((conspiracy[place] - published_conspiracy).abs() <= stray, "{table}");
    }
    // At 1,000 nodes, as in the paper.
    assert!(conspiracy[2] < alpha_beta[2] / 3.0, "{table}");
    assert_eq!((alpha_beta[4], conspiracy[4]), (0.0, 0.0), "{table}");
    assert_eq!(row(&table, "  the paper"), [1.45, 1.8, 0.8, 0.95, 0.0]);
    for other in ["--jobs 1", "--jobs 3"] {
        assert_eq!(CONSPIRACY.printed(other), table);
    }
    assert_ne!(CONSPIRACY.printed("--seed 1"), table);
}

/// Other trees, and other numbers of nodes, have no published figures beside them.
#[test]
fn only_the_papers_trees_are_compared_with_it() {
    let table = CONSPIRACY.printed("--trees 3 --depth 4 --sizes 100");
    assert!(!table.contains("the paper"), "{table}");
    let table = CONSPIRACY.printed("--trees 3 --sizes 3000,200");
    assert_eq!(row(&table, "  the paper"), [0.95]);
}

#[test]
fn chess_is_searched() {
    let table = CONSPIRACY.printed("chess --positions 5-6 --sizes 100,3000");
    let solved = row(&table, "  solved");
    assert_eq!(solved[1], 2.0, "{table}");
    assert!(table.contains("Qc4+*"), "{table}");
    let again = "chess --positions 5-6 --sizes 100,3000 --jobs 1";
    assert_eq!(CONSPIRACY.printed(again), table);
    let mated = CONSPIRACY.printed("chess --fen 'R5k1/5ppp/8/8/8/8/5PPP/6K1 b - -'");
    assert!(mated.contains("      - "), "{mated}");
}

#[test]
fn bad_input_is_refused_with_what_is_allowed() {
    for (arguments, status, part) in [
        ("--trees 0", 2, "between 1 and 100000"),
        ("--branching 21", 2, "between 1 and 20"),
        ("--depth 9", 2, "between 1 and 8"),
        ("--depth 0", 2, "between 1 and 8"),
        ("--sizes 0", 2, "between 1 and 1000000"),
        ("--sizes 100,", 2, "--sizes"),
        ("--sizes 2000000", 2, "between 1 and 1000000"),
        ("--seed x", 2, "--seed"),
        ("chess --conspirators 0", 2, "between 1 and 1000"),
        ("chess --positions 0", 2, "invalid position number"),
        ("chess --strategy worst", 2, "prove-best"),
        ("chess --fen '8 w' --positions 1", 2, "cannot be used with"),
        ("chess --positions 301", 1, "position 301 does not exist"),
        ("chess --fen nonsense", 1, "placement"),
        ("chess --suite no-such-file", 1, "no-such-file"),
    ] {
        let output = CONSPIRACY.run(arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments}: {said}");
        assert!(said.contains(part), "{arguments}: {said}");
    }
}

/// All leaves together can make any move the best unless one of them is a mate, so no small tree makes a move certain.
#[test]
fn a_best_move_is_certain_up_to_some_conspirators() {
    let run = CONSPIRACY.json("chess --positions 100-103 --sizes 100,200");
    let rows = run["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 8);
    for row in rows {
        assert!(row["certain"].as_u64().is_some_and(|certain| certain < 100), "{row}");
    }
}
