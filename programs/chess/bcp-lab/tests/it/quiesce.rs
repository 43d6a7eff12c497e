//! `bcp-lab quiesce`, `fifteenth` and `review`, as a user sees them.

use crate::program::Program;

const LAB: Program = Program("");

#[test]
fn positions_are_searched() {
    // Qxh7+ mates in two: three plies, and only the mate refutes a null move before the last of them.
    LAB.check("quiesce --positions 4", 0, &["Qxh7+", "definite", "[123]"]);
    LAB.check("quiesce --positions 1-3 --depth 3", 0, &["3 positions", "about four"]);
    LAB.check(
        "quiesce --positions 4 --choices --nested 2 --depth 2",
        0,
        &["nested", "Qxg7+"],
    );
    let plain = LAB.printed("quiesce --positions 4 --depth 2");
    assert!(!plain.contains("Qxg7+"), "without --choices: {plain}");
    for order in ["1", "3", "4"] {
        let arguments = format!("quiesce --positions 1-2 --order {order} --depth 2");
        LAB.check(&format!("{arguments} --lower-depth 2"), 0, &["2 positions"]);
    }
    // Without a limit, a search of the third order never ends.
    LAB.check(
        "quiesce --positions 1 --order 3 --limit-nodes 20000",
        0,
        &["in 1 of 1 positions, no iteration was completed", "--lower-depth"],
    );
    LAB.check(
        "quiesce --fen '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -' --depth 2",
        0,
        &["Ra8#", "126"],
    );
}

#[test]
fn a_mated_side_and_a_stalemated_one_have_no_move() {
    for fen in ["R5k1/5ppp/8/8/8/8/8/K7 b - -", "7k/8/6Q1/8/8/8/8/K7 b - -"] {
        LAB.check(&format!("quiesce --fen '{fen}'"), 0, &["definite"]);
    }
}

#[test]
fn the_versions_of_2006_are_compared() {
    LAB.check(
        "review --positions 1-5 --depth 3",
        0,
        &["5 of 5 positions were completed", "stored tree"],
    );
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    for arguments in [
        "quiesce --positions 1-12 --depth 4",
        "fifteenth --positions 1-6 --limit-nodes 5000",
        "review --positions 1-8 --depth 2",
    ] {
        let run = |jobs| LAB.printed(&format!("{arguments} --jobs {jobs}"));
        let one = run("1");
        assert!(one.lines().count() > 5, "{one}");
        assert_eq!(one, run("2"));
    }
}

/// A search stops with the iteration that solves a position: the mate in two of position 4 needs one with three plies.
/// A search that stops before has no effort, and one that continues has more than the limit.
#[test]
fn an_effort_ends_with_the_solution() {
    let found = LAB.printed("fifteenth --positions 4 --limit-nodes 200000 --format csv");
    let rows: Vec<Vec<&str>> = found.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(
        rows[0],
        [
            "position",
            "stored_lists",
            "stored_visited",
            "full_lists",
            "full_visited"
        ]
    );
    let numbers: Vec<u32> = rows[1].iter().map(|cell| cell.parse().expect("a number")).collect();
    assert_eq!(numbers[0], 4);
    let [stored, full] = [&numbers[1..3], &numbers[3..5]];
    assert!(stored.iter().all(|count| (30..200_000).contains(count)), "{numbers:?}");
    // The search visits at least all replies to all moves.
    assert!(full[0] > 30 && full[0] <= full[1] && full[1] < 200_000, "{numbers:?}");
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, status, part) in [
        ("quiesce --order 5", 2, "between 1 and 4"),
        ("quiesce --order 0", 2, "between 1 and 4"),
        ("quiesce --depth 31", 2, "between 0 and 30"),
        ("quiesce --limit-nodes=-1", 2, "nodes"),
        ("quiesce --positions 301", 1, "position 301 does not exist"),
        ("quiesce --fen nonsense", 1, "placement"),
        ("quiesce --choices", 1, "single position"),
        ("quiesce --suite no-such-file.epd", 1, "no-such-file.epd"),
        ("fifteenth --limit-nodes 10", 2, "between 1000 and 1000000000"),
        ("review --depth 31", 2, "between 0 and 30"),
        ("review --positions 0", 2, "position number"),
        ("review --limit-nodes 0", 2, "between 1 and 1000000000"),
    ] {
        LAB.check(arguments, status, &[part]);
    }
}

#[test]
fn a_broken_line_is_named_and_no_other_is_searched() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab_quiesce.epd");
    let name = file.to_str().expect("text");
    let rook = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - bm Rb8#;\n";
    std::fs::write(&file, format!("{rook}nonsense\n")).expect("a file");
    for command in ["quiesce", "fifteenth", "review", "zugzwang"] {
        LAB.check(&format!("{command} --suite '{name}'"), 1, &[name, "line 2"]);
    }
    LAB.check(&format!("conspiracy chess --suite '{name}'"), 1, &[name, "line 2"]);
}
