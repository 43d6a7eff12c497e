//! Nonsensical requests are answered with a sentence, and the machine survives.

use serde_json::{Value as Json, json};

use crate::page::Page;

#[test]
fn nonsense_is_answered() {
    let huge = "a".repeat(100_000);
    let requests = [
        json!(null),
        json!([]),
        json!({}),
        json!({ "kind": "fly" }),
        json!({ "kind": "open" }),
        json!({ "kind": "open", "position": 0 }),
        json!({ "kind": "open", "position": 301 }),
        json!({ "kind": "open", "position": -1 }),
        json!({ "kind": "open", "position": "1" }),
        json!({ "kind": "open", "position": 1.5 }),
        json!({ "kind": "open", "position": 1, "fen": "8/8/8/8/8/8/8/8 w - -" }),
        json!({ "kind": "open", "position": 1, "depth": 31 }),
        json!({ "kind": "open", "position": 1, "depth": -1 }),
        json!({ "kind": "open", "fen": "" }),
        json!({ "kind": "open", "fen": "8/8/8/8/8/8/8/8 w - -" }),
        json!({ "kind": "open", "fen": huge }),
        json!({ "kind": "positions", "file": "" }),
        json!({ "kind": "prepare", "file": "nothing", "seconds": 1 }),
        json!({ "kind": "prepare", "positions": "299-301", "seconds": 1 }),
        json!({ "kind": "prepare", "positions": "one", "seconds": 1 }),
        json!({ "kind": "prepare", "seconds": 0 }),
        json!({ "kind": "solve", "number": 1 }),
        json!({ "kind": "summary", "lines": "one\n" }),
        json!({ "kind": "positions", "file": "no position\nat all" }),
        json!({ "kind": "seek" }),
        json!({ "kind": "seek", "instruction": -1 }),
        json!({ "kind": "seek", "instruction": 0.5 }),
        json!({ "kind": "seek", "instruction": 1e300 }),
        json!({ "kind": "seek", "instruction": "5" }),
        json!({ "kind": "seek", "instruction": 1, "clocks": 1 }),
        json!({ "kind": "command", "line": "" }),
        json!({ "kind": "command", "line": "fly" }),
        json!({ "kind": "command", "line": "quit" }),
        json!({ "kind": "command", "line": "break nowhere" }),
        json!({ "kind": "command", "line": "break t2v if" }),
        json!({ "kind": "command", "line": "goto 99999999999999999999" }),
        json!({ "kind": "command", "line": "set r99 = 1" }),
        json!({ "kind": "memory", "space": "data", "address": 65536, "length": 1 }),
        json!({ "kind": "memory", "space": "data", "address": 0, "length": 0 }),
        json!({ "kind": "memory", "space": "moon", "address": 0, "length": 1 }),
        json!({ "kind": "tree", "entry": 3 }),
        json!({ "kind": "advance", "instructions": 1 }),
        json!({ "kind": "interrupt" }),
        json!({ "kind": "move", "move": "e4" }),
        json!({ "kind": "newGame", "person": "white", "seconds": 0 }),
        json!({ "kind": "newGame", "person": "white", "seconds": -5 }),
        json!({ "kind": "newGame", "person": "white", "seconds": 100_001 }),
        json!({ "kind": "newGame", "person": "white" }),
        json!({ "kind": "newGame", "person": "gray", "seconds": 1 }),
        json!({ "kind": "newGame", "pgn": "1. e5", "person": "white", "seconds": 1 }),
        json!({ "kind": "newGame", "pgn": "", "person": "white", "seconds": 1 }),
        json!({ "kind": "newGame", "fen": "rubbish", "person": "white", "seconds": 1 }),
    ];
    let mut page = Page::with(5);
    for request in &requests {
        let answer = page.ask(request);
        assert_eq!(answer["kind"], "error", "{request}: {answer}");
        let message = answer["message"].as_str().unwrap_or_default();
        assert!(message.len() > 10, "{request}: {message}");
    }
    assert_eq!(page.tell("{")["kind"], "error");
    // The session is unchanged and works.
    assert_eq!(page.state()["instruction"], 0);
    assert_eq!(page.command("step")["state"]["instruction"], 1);
}

#[test]
fn without_a_session_requests_are_refused() {
    let mut page = Page::new();
    for kind in [
        "run", "state", "sources", "tree", "profile", "think", "takeBack", "resign", "claim", "game", "pgn",
    ] {
        let answer = page.ask(&json!({ "kind": kind }));
        assert_eq!(answer["kind"], "error", "{kind}: {answer}");
    }
}

#[test]
fn a_move_that_is_not_legal_is_refused() {
    let mut page = Page::new();
    page.ask(&json!({ "kind": "newGame", "person": "white", "seconds": 1 }));
    for text in ["", "e5", "e2e5", "Ke2", "rubbish", "\u{1f600}"] {
        let answer: Json = page.ask(&json!({ "kind": "move", "move": text }));
        assert_eq!(answer["kind"], "error", "{text}: {answer}");
    }
    assert_eq!(
        page.ask(&json!({ "kind": "pgn", "date": "yesterday" }))["kind"],
        "error"
    );
    assert_eq!(page.ask(&json!({ "kind": "game" }))["game"]["moves"], json!([]));
}

#[test]
fn positions_of_a_file_are_read_with_its_broken_lines() {
    let mut page = Page::new();
    let file = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";\nrubbish\n";
    let answer = page.ask(&json!({ "kind": "positions", "file": file }));
    assert_eq!(answer["positions"][0]["id"], "back rank");
    assert_eq!(answer["broken"][0]["line"], 2);
}

#[test]
fn a_position_can_be_asked_about_without_opening_it() {
    let mut page = Page::new();
    let mut fault = |fen: &str| page.ask(&json!({ "kind": "fen", "fen": fen }))["fault"].clone();
    assert_eq!(fault("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -"), json!(null));
    assert_eq!(
        fault("8/8/8/8/8/8/8/KK5k w - -"),
        "placement: white has 2 kings; expected one"
    );
}
