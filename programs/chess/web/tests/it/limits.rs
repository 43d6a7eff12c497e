//! The limits stated in `programs/chess/web/page/types.ts` and in error messages: a request just within a limit is
//! fully executed.

use serde_json::{Value as Json, json};

use crate::page::Page;

/// Returns the answers to two requests that differ by one.
fn pair<T>(one: T, more: T, request: impl Fn(T) -> Json) -> [Json; 2] {
    [one, more].map(|it| Page::new().ask(&request(it)))
}

#[test]
fn texts_have_lengths() {
    let tree = |length: usize| format!("0({})", "1".repeat(5) + &" ".repeat(length - 8));
    let [within, beyond] = pair(
        10_000,
        10_001,
        |length| json!({ "kind": "search", "search": "minimax", "position": tree(length), "depth": 1 }),
    );
    assert_eq!(within["kind"], "found", "{within}");
    let message = "the text is too long: the page accepts at most 10000 characters";
    assert_eq!(beyond["message"], message, "{beyond}");

    let game = |length: usize| format!("1. e4 {{{}}} *", "a".repeat(length - 10));
    let [within, beyond] = pair(
        4_000_000,
        4_000_001,
        |length| json!({ "kind": "read", "text": game(length) }),
    );
    assert_eq!(
        (&within["games"][0]["moves"][0], &within["fault"]),
        (&json!("e2e4"), &Json::Null)
    );
    let fault = "The text has 4000001 bytes; the page reads at most 4000000.";
    assert_eq!((&beyond["games"], &beyond["fault"]), (&json!([]), &json!(fault)));
}

#[test]
fn games_are_counted_beyond_a_thousand() {
    for (count, games, more) in [(1_000, 1_000, 0), (1_003, 1_000, 3)] {
        let answer = Page::new().ask(&json!({ "kind": "read", "text": "1. e4 *\n\n".repeat(count) }));
        let list = answer["games"].as_array().expect("games");
        assert_eq!((list.len(), &answer["more"]), (games, &json!(more)));
    }
}

/// A search of the laboratory visits at most half a million positions, and records at most two thousand calls.
#[test]
fn searches_end() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let calls = |calls: Option<u32>| {
        let found = Page::new()
            .ask(&json!({ "kind": "search", "search": "alpha-beta", "position": start, "depth": 30, "calls": calls }));
        let positions = found["positions"].as_u64().expect("a number");
        // The search ends before the next node, whose moves are counted together.
        assert!(
            found["ended"] == true && (500_000..501_000).contains(&positions),
            "{positions}"
        );
        found["trace"].to_string()
    };
    let most = calls(Some(2_000));
    assert!(calls(None) == most && calls(Some(2_001)) == most && calls(Some(1_999)) != most);
}

/// An answer contains the last 8000 bytes of output, and the last 200 messages.
#[test]
fn a_session_has_the_last_of_its_output() {
    let source = ".text\n.word 0,0x4000,start\nstart: ldb rl0,#'A'\n ld r1,#8003\nagain: outb 0xff03,rl0\n\
                  ldb rl0,#'B'\n djnz r1,again\n halt\n";
    let mut page = Page::new();
    page.ask(&json!({ "kind": "load", "source": source }));
    page.command("break again log \"{r1}\"");
    let state = page.ask(&json!({ "kind": "run" }))["state"].take();
    assert_eq!(state["console"], json!({ "text": "B".repeat(8_000), "omitted": 3 }));
    let notes = state["notes"].as_array().expect("messages");
    assert_eq!(notes.len(), 201);
    assert_eq!(notes[0]["text"], "(7803 earlier lines are not shown)");
}
