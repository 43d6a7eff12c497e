//! Matches between searches: the games are the same whatever the number of jobs, legal, and end as the table says.

use std::fs;
use std::path::{Path, PathBuf};

use bcp_chess::{Position, START};

use crate::program::Program;

const MATCH: Program = Program("match");

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A match, and its games as PGN.
fn games(name: &str, arguments: &str) -> (String, String) {
    let path = file(name);
    let pgn = format!("--force --pgn '{}'", path.to_str().expect("a path in UTF-8"));
    let table = MATCH.printed(&format!("{arguments} {pgn}"));
    (table, fs::read_to_string(&path).expect("games"))
}

/// Plays the moves of a game again and returns its result if its last position decides it.
fn replay(moves: &str) -> Option<&'static str> {
    let (moves, comment) = moves.split_once('{').expect("how it ended");
    let mut position = Position::from_fen(START).expect("the start position");
    let words = moves.split_whitespace();
    for san in words.filter(|word| !word.ends_with('.')) {
        let m = position.move_from_san(san).expect("a legal move");
        position = position.play(m).expect("a legal move");
    }
    let over = position.legal_moves().is_empty();
    let mated = over && position.in_check();
    assert_eq!(mated, comment.starts_with("mate}"), "{comment}");
    assert_eq!(over && !mated, comment.starts_with("stalemate}"), "{comment}");
    let winner = match position.side_to_play().name() {
        "white" => "0-1",
        _ => "1-0",
    };
    mated.then_some(winner)
}

#[test]
fn a_match_does_not_depend_on_jobs_and_its_games_are_legal() {
    let (table, pgn) = games("one.pgn", "--limit-nodes 500 --jobs 1");
    let again = games("two.pgn", "--limit-nodes 500 --jobs 2");
    assert_eq!((&table, &pgn), (&again.0, &again.1));
    assert!(table.starts_with("verified against r2, 500 nodes per move, 50 openings"));
    assert!(table.contains("68.5"), "{table}");

    let parts: Vec<&str> = pgn.split("\n\n").collect();
    let (mut played, mut mates) = (0, 0);
    for game in parts.chunks_exact(2) {
        let [tags, moves] = game else { panic!("tags and moves") };
        let result = replay(moves).unwrap_or("1/2-1/2");
        assert!(tags.contains(&format!("[Result \"{result}\"]")), "{tags}");
        assert!(moves.ends_with(result), "{moves}");
        played += 1;
        mates += usize::from(result != "1/2-1/2");
    }
    assert_eq!(played, 100);
    assert!(table.contains(&format!("ended by mate {mates}")), "{table}");
}

/// Both play the same game from each opening, once with each colour.
#[test]
fn a_search_is_as_good_as_itself() {
    let table = MATCH.printed("--first r2 --second r2 --limit-nodes 300");
    assert!(table.contains("50.0   50.0 +- 0.0"), "{table}");
    assert!(!table.contains("paper"), "{table}");
}

#[test]
fn openings_come_from_a_file() {
    let path = file("openings.csv");
    fs::write(&path, "name,moves\n\"Fool's \"\"Mate\"\"\",f3 e5 g4\n").expect("a file");
    let path = path.to_str().expect("a path in UTF-8");
    let (table, pgn) = games("openings.pgn", &format!("--openings '{path}' --limit-nodes 1000"));
    assert!(table.contains("ended by mate 2"), "{table}");
    // Black, to play, mates at once: each search once.
    assert!(table.contains("2     1      0       1      1.0"), "{table}");
    let (first, second) = pgn.split_once("\n\n[").expect("two games");
    assert!(second.contains("[Round \"2\"]"), "{second}");
    let expected = "[Event \"bcp-lab match, 1000 nodes per move\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n\
        [White \"verified\"]\n[Black \"r2\"]\n[Result \"0-1\"]\n[Opening \"Fool's \\\"Mate\\\"\"]\n[PlyCount \"4\"]\n\n\
        1. f3 e5 2. g4 Qh4# {mate} 0-1";
    assert_eq!(first, expected);
}

#[test]
fn broken_openings_are_refused_with_a_reason() {
    let path = file("broken.csv");
    let name = path.to_str().expect("a path in UTF-8");
    for (text, reason) in [
        ("name,moves\n", "the file contains no openings"),
        ("name,fen\na,b\n", "expected openings with the columns"),
        ("name,moves\nOdd,e4 e4\n", "Odd: \"e4\" is not a legal move here"),
        (
            "name,moves\nShort,f3 e5 g4 Qh4\n",
            "Short: the game ends in the opening",
        ),
    ] {
        fs::write(&path, text).expect("a file");
        let reason = format!("broken.csv: {reason}");
        MATCH.check(&format!("--openings '{name}'"), 1, &[&reason]);
    }
}

#[test]
fn bad_input_is_refused_with_what_is_allowed() {
    for (arguments, part) in [
        ("--limit-nodes 99", "between 100 and 1000000000"),
        ("--depth 0", "between 1 and 30"),
        ("--limit-moves 19", "between 20 and 1000"),
        ("--first r5", "r1 to r4"),
        ("--second verified+x", "unknown search option"),
        ("--openings nowhere.csv", "cannot read nowhere.csv"),
        ("--pgn nowhere/a.pgn", "cannot write nowhere/a.pgn"),
    ] {
        let output = MATCH.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{arguments}");
        assert!(said.contains(part), "{arguments}: {said}");
        assert!(output.stdout.is_empty(), "{arguments}");
    }
}
