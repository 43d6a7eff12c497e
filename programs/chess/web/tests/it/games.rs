//! Games against the program.

use serde_json::{Value as Json, json};

use crate::page::Page;

fn new_game(page: &mut Page, fen: Option<&str>, seconds: f64) -> Json {
    let request = json!({ "kind": "newGame", "fen": fen, "person": "white", "seconds": seconds });
    page.ask(&request)["game"].take()
}

#[test]
fn a_game_of_some_moves_is_played_and_written() {
    let mut page = Page::new();
    let game = new_game(&mut page, None, 0.5);
    assert_eq!(game["legal"].as_array().map(Vec::len), Some(20));
    for number in 1..=3 {
        // The first legal move, whatever it is.
        let legal = page.ask(&json!({ "kind": "game" }))["game"]["legal"][0].clone();
        let game = page.ask(&json!({ "kind": "move", "move": legal }));
        assert_eq!(game["game"]["side"], "black", "{game}");
        let game = page.ask(&json!({ "kind": "think" }))["game"].take();
        let moves = game["moves"].as_array().expect("moves");
        assert_eq!(moves.len(), 2 * number);
        let thought = &moves[2 * number - 1]["thought"];
        assert!(
            thought["seconds"].as_f64().is_some_and(|seconds| seconds < 0.6),
            "{thought}"
        );
        assert_eq!(game["thinking"], false);
    }
    let pgn = page.ask(&json!({ "kind": "pgn", "date": "2026.11.22" }));
    let text = pgn["text"].as_str().expect("a text");
    for part in [
        "[Date \"2026.11.22\"]",
        "[White \"?\"]",
        "a reconstruction, not Beal's own program",
        "Z8000 seconds}",
    ] {
        assert!(text.replace('\n', " ").contains(part), "{part} in {text}");
    }
    let back = page.ask(&json!({ "kind": "takeBack" }));
    assert_eq!(back["game"]["moves"].as_array().map(Vec::len), Some(4));
    assert_eq!(back["game"]["side"], "white");
    let resigned = page.ask(&json!({ "kind": "resign" }));
    assert_eq!(resigned["game"]["ending"]["result"], "0-1");
    assert_eq!(page.ask(&json!({ "kind": "think" }))["kind"], "error");
}

#[test]
fn a_mate_ends_the_game() {
    let mut page = Page::new();
    new_game(&mut page, Some("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -"), 1.0);
    let mated = page.ask(&json!({ "kind": "move", "move": "Ra8#" }));
    assert_eq!(mated["game"]["ending"]["result"], "1-0");
    assert_eq!(mated["game"]["legal"], json!([]));
}

#[test]
fn the_program_can_be_told_to_answer() {
    let mut page = Page::new();
    new_game(&mut page, None, 100_000.0);
    page.ask(&json!({ "kind": "move", "move": "e4" }));
    assert_eq!(page.tell(r#"{"kind":"think"}"#)["kind"], "busy");
    page.slice();
    assert_eq!(page.ask(&json!({ "kind": "game" }))["game"]["thinking"], true);
    let answered = page.ask(&json!({ "kind": "interrupt" }));
    assert_eq!(
        answered["game"]["moves"].as_array().map(Vec::len),
        Some(2),
        "{answered}"
    );
}

/// Draws by the rules, and draws to claim: a human who plays both sides can claim; the program claims its draws itself.
#[test]
fn draws_are_ended_or_claimed_as_the_rules_say() {
    const THERE_AND_BACK: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let rooks = "r3k3/8/8/8/8/8/8/R3K3 w - - ";
    let quiet = ["a1a2", "a8a7"];
    let bishop = "4k3/8/8/8/8/8/4p3/4K1B1 w - - 0 1";
    for (fen, moves, both, own) in [
        (None, THERE_AND_BACK.to_vec(), "", ""),
        (None, THERE_AND_BACK.repeat(2), "claim threefold", "end threefold"),
        (None, [THERE_AND_BACK.repeat(2), vec!["e2e4"]].concat(), "", ""),
        (None, THERE_AND_BACK.repeat(4), "end fivefold", "end fivefold"),
        (Some(format!("{rooks}97 1")), quiet.to_vec(), "", ""),
        (Some(format!("{rooks}98 1")), quiet.to_vec(), "claim fifty", "end fifty"),
        (Some(format!("{rooks}148 1")), quiet.to_vec(), "end 75", "end 75"),
        (
            Some(bishop.to_owned()),
            vec!["e1e2"],
            "end insufficient",
            "end insufficient",
        ),
        // A game continues as it was played.
        (
            Some(bishop.to_owned()),
            vec!["e1e2", "e8d8"],
            "end insufficient",
            "end insufficient",
        ),
    ] {
        for (person, expected) in [("both", both), ("white", own)] {
            let mut page = Page::new();
            let request = json!({ "kind": "newGame", "fen": fen, "moves": moves, "person": person, "seconds": 1 });
            let game = page.ask(&request)["game"].take();
            assert_eq!(game["moves"].as_array().map(Vec::len), Some(moves.len()), "{game}");
            let word = |field: &str| game[field]["word"].as_str().unwrap_or_default().to_owned();
            let found = format!("{}{}", word("ending"), word("claim"));
            let kind = if game["claim"].is_null() { "end" } else { "claim" };
            match expected.split_once(' ') {
                Some((right, part)) => assert!(kind == right && found.contains(part), "{moves:?}: {kind} {found}"),
                None => assert_eq!(found, "", "{moves:?}"),
            }
            if kind == "claim" {
                // The program still searches the position; then the draw is claimed.
                assert_eq!(page.ask(&json!({ "kind": "think" }))["kind"], "game");
                page.ask(&json!({ "kind": "takeBack" }));
                let game = page.ask(&json!({ "kind": "claim" }))["game"].take();
                assert_eq!(game["ending"]["result"], "1/2-1/2");
                assert_eq!(page.ask(&json!({ "kind": "claim" }))["kind"], "error");
            }
        }
    }
}

/// A game that was read is written completely, with the moves played since; its result is then omitted.
#[test]
fn a_game_that_was_read_is_written_as_it_was() {
    let text = "[Event \"Casual\"]\n[Site \"?\"]\n[Date \"2024.01.02\"]\n[Round \"-\"]\n[White \"A\"]\n[Black \"B\"]\n\
                [Result \"0-1\"]\n[Time-Unit \"s\"]\n\n{Before} 1. e4 $1 {[%clk 0:03:00]} (1. d4 d5 {so} 2. c4) 1... e5 0-1\n\n";
    let mut page = Page::new();
    let request = json!({ "kind": "newGame", "pgn": text, "person": "both", "seconds": 0.5 });
    assert_eq!(page.ask(&request)["game"]["moves"].as_array().map(Vec::len), Some(2));
    let mut written = |request: Json| page.ask(&request)["text"].as_str().expect("a text").to_owned();
    assert_eq!(written(json!({ "kind": "pgn", "date": "2026.11.22" })), text);
    let added = written(json!({ "kind": "pgn", "comments": ["", "[%eval 0.3]", "x"] }));
    assert!(
        added.replace('\n', " ").contains("{[%clk 0:03:00] [%eval 0.3]} (1. d4"),
        "{added}"
    );
    page.ask(&json!({ "kind": "think" }));
    let on = page.ask(&json!({ "kind": "pgn" }))["text"]
        .as_str()
        .expect("a text")
        .to_owned();
    assert!(
        on.contains("[Result \"*\"]") && on.contains("Z8000") && on.contains("[White \"A\"]"),
        "{on}"
    );
    for _ in 0..2 {
        page.ask(&json!({ "kind": "takeBack" }));
    }
    page.ask(&json!({ "kind": "move", "move": "c5" }));
    let other = page.ask(&json!({ "kind": "pgn" }))["text"]
        .as_str()
        .expect("a text")
        .to_owned();
    assert!(other.ends_with("(1. d4 d5 {so} 2. c4) 1... c5 *\n\n"), "{other}");
}
