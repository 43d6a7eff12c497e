//! Games.

use serde_json::{Value as Json, json};

use crate::page::Page;

fn new_game(page: &mut Page, fen: Option<&str>, level: Json) -> Json {
    let request = json!({ "kind": "newGame", "fen": fen, "person": "white", "level": level });
    page.ask(&request)["game"].take()
}

#[test]
fn a_game_of_some_moves_is_played_and_written() {
    let mut page = Page::new();
    let game = new_game(&mut page, None, json!({ "perMove": 0.5 }));
    assert_eq!(game["legal"].as_array().map(Vec::len), Some(20));
    for number in 1..=3 {
        // The first legal move, whichever it is.
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
    new_game(
        &mut page,
        Some("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -"),
        json!({ "depth": 2 }),
    );
    let mated = page.ask(&json!({ "kind": "move", "move": "Ra8#" }));
    assert_eq!(mated["game"]["ending"]["result"], "1-0");
    assert_eq!(mated["game"]["legal"], json!([]));
}

#[test]
fn the_program_can_be_told_to_answer() {
    let mut page = Page::new();
    new_game(&mut page, None, json!({ "depth": 30 }));
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

#[test]
fn the_time_of_a_game_runs_down() {
    let mut page = Page::new();
    let game = new_game(&mut page, None, json!({ "game": 20.0, "moves": 0 }));
    let before = game["left"].as_f64().expect("seconds");
    assert!((19.9..=20.0).contains(&before), "{before}");
    page.ask(&json!({ "kind": "move", "move": "e2e4" }));
    let game = page.ask(&json!({ "kind": "think" }))["game"].take();
    let spent = game["seconds"].as_f64().expect("seconds");
    let left = game["left"].as_f64().expect("seconds");
    // The program's clock ticks some times a second.
    assert!((before - left - spent).abs() < 0.5, "{before} {left} {spent}");
}
