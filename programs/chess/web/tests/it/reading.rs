//! What visitors paste: games, positions, links, and other texts.

use serde_json::{Value as Json, json};

use crate::page::Page;

const SICILIAN: &str = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";

fn read(text: &str) -> Json {
    Page::new().ask(&json!({ "kind": "read", "text": text }))
}

/// A position is read in every form in which programs write it.
#[test]
fn a_position_is_read_in_every_form() {
    let placement = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R";
    for (text, fen) in [
        (SICILIAN.to_owned(), SICILIAN),
        (format!("\u{feff}  {SICILIAN}\r\n"), SICILIAN),
        (format!("{placement} b KQkq -"), &SICILIAN.replace("1 2", "0 1")),
        (format!("{placement} b"), &SICILIAN.replace("KQkq - 1 2", "- - 0 1")),
        (SICILIAN.replace(' ', "_"), SICILIAN),
        (
            format!("{placement} b KQkq - bm d6; id \"two\";"),
            &SICILIAN.replace("1 2", "0 1"),
        ),
    ] {
        let read = read(&text);
        assert_eq!(read["games"][0]["fen"], *fen, "{text}: {read}");
        assert_eq!(read["games"][0]["moves"], json!([]));
        assert_eq!(read["fault"], Json::Null);
    }
}

#[test]
fn games_are_read_with_all_that_stands_in_them() {
    let text = "\u{feff}[Event \"Rated game\"]\r\n[White \"A\"]\r\n[Black \"B\"]\r\n[Date \"2024.01.02\"]\r\n[Result \"1-0\"]\r\n\r\n\
                1. e4 {[%clk 0:03:00]} e5 (1... c5 2. Nf3 (2. c3 d5) d6) 2. Nf3! $1 Nc6 ; a comment\r\n3. Bb5 a6 1-0\r\n\r\n\
                [Event \"?\"]\r\n[SetUp \"1\"]\r\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\r\n\r\n1. e4 Kd7 *\r\n";
    let read = read(text);
    let games = read["games"].as_array().expect("games");
    assert_eq!(games.len(), 2, "{read}");
    let pgn = games[0]["pgn"].as_str().expect("a text");
    for part in [
        "[Event \"Rated game\"]",
        "[Result \"1-0\"]",
        "1. e4 {[%clk 0:03:00]}",
        "(1... c5 2. Nf3 (2. c3 d5) 2... d6)",
        "$1 $1",
    ] {
        assert!(pgn.replace('\n', " ").contains(part), "{part} in {pgn}");
    }
    assert_eq!(
        games[0]["moves"],
        json!(["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"])
    );
    assert_eq!(games[0]["fen"], Json::Null);
    assert_eq!(games[1]["fen"], "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert_eq!(games[1]["moves"], json!(["e2e4", "e8d7"]));
    // Tags written by hand may have unusual capitals.
    let cased = self::read("[fEn \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]\n\n1. e4 Kd7");
    assert_eq!(cased["games"][0]["moves"], json!(["e2e4", "e8d7"]), "{cased}");
    // Only moves, as some programs copy them.
    for bare in [
        "e4 e5 Nf3",
        "1.e4 e5 2.Nf3",
        "e2e4 e7e5 g1f3",
        "1. e2-e4 e7-e5 2. Ng1-f3",
    ] {
        assert_eq!(
            self::read(bare)["games"][0]["moves"],
            json!(["e2e4", "e7e5", "g1f3"]),
            "{bare}"
        );
    }
}

#[test]
fn what_comes_before_an_illegal_move_is_kept() {
    let read = read("1. e4 e5\n2. Nf3 Nc6\n3. Nxe6 a6 1-0");
    let game = &read["games"][0];
    assert_eq!(game["moves"], json!(["e2e4", "e7e5", "g1f3", "b8c6"]));
    assert_eq!(
        game["fault"],
        "Line 3, move 3, white: \"Nxe6\" is not a legal move here: only the moves before it were read."
    );
    // From a null move on, a game is kept, but not shown.
    let read = self::read("1. e4 e5 2. -- Nc6 3. d4 1-0");
    let game = &read["games"][0];
    assert_eq!(game["moves"], json!(["e2e4", "e7e5"]));
    assert_eq!(
        game["fault"],
        "Line 1, move 2, white: from the null move on, the moves are kept, but not shown."
    );
    let mut page = Page::new();
    page.ask(&json!({ "kind": "newGame", "pgn": game["pgn"], "person": "both", "seconds": 1 }));
    let written = page.ask(&json!({ "kind": "pgn" }));
    assert!(
        written["text"]
            .as_str()
            .is_some_and(|text| text.ends_with("\n1. e4 e5 2. -- Nc6 3. d4 1-0\n\n")),
        "{written}"
    );
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g2"];
    let game = page.ask(&json!({ "kind": "newGame", "moves": moves, "person": "white", "seconds": 1 }));
    assert_eq!(game["game"]["moves"].as_array().map(Vec::len), Some(6), "{game}");
    let fault = game["game"]["fault"].as_str().expect("a sentence");
    assert!(fault.contains("half-move 7") && fault.contains("e1g2"), "{fault}");
}
