//! `bcp-lab mate` as a user sees it.

use crate::program::Program;

const MATE: Program = Program("mate");

#[test]
fn mates_are_found_by_all_searches() {
    let table = MATE.printed("--positions 10,12");
    let line = table.lines().nth(1).expect("a line");
    let words: Vec<&str> = line.split_whitespace().collect();
    let expected = [
        "10", "W253", "in", "4", "4", "Qe8+", "7,058", "7,217", "6,513", "12,326",
    ];
    assert_eq!(words, expected, "{table}");
    let jobs = MATE.printed("--positions 10,12 --jobs 1");
    assert_eq!(table, jobs);
    let json = MATE.json("--positions 10 --search df-pn");
    let rows = &json["rows"];
    assert_eq!(
        (rows[0]["mate"].as_u64(), rows[0]["first"].as_str()),
        (Some(4), Some("Qe8+"))
    );
}

#[test]
fn no_mate_and_no_answer_are_told_apart() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let table = MATE.printed(&format!("--fen '{start}' --moves 2 --search pn"));
    assert!(table.contains("FEN          -"), "{table}");
    let table = MATE.printed(&format!("--fen '{start}' --moves 9 --search pn --limit-nodes 1000"));
    assert!(table.contains("FEN          ?") && table.contains(">1,0"), "{table}");
}

#[test]
fn bad_input_is_refused_with_what_is_allowed() {
    MATE.check("--search x", 2, &["pn, pn2, df-pn or exhaustive"]);
    MATE.check("--moves 0", 2, &["between 1 and 20"]);
    MATE.check("--limit-nodes 10", 2, &["between 1000 and 1000000000"]);
    MATE.check("--fen '8 w'", 1, &["invalid FEN `8 w`"]);
    MATE.check("--positions 22", 1, &["the last is 21"]);
}
