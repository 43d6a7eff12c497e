//! Runs of many positions.

use serde_json::{Value as Json, json};

use crate::page::Page;

fn solve(page: &mut Page, number: u32) -> Json {
    let answer = page.ask(&json!({ "kind": "solve", "number": number }));
    let line = answer["line"].as_str().unwrap_or_else(|| panic!("{answer}"));
    serde_json::from_str(line).expect("a line is JSON")
}

/// The paper took three seconds for position 1; position 25 is not in the run. A slice is at least two million clocks.
#[test]
fn an_interrupted_search_is_continued() {
    let mut page = Page::new();
    let prepared = page.ask(&json!({ "kind": "prepare", "positions": "1,22-24", "seconds": 2000 }));
    assert_eq!(prepared["positions"], json!([1, 22, 23, 24]));
    let whole = solve(&mut page, 1);
    assert_eq!([&whole["solved"], &whole["move"]], [&json!(true), &json!("Qg6")]);

    page.slice = 1000.0;
    let solve_1 = json!({ "kind": "solve", "number": 1 }).to_string();
    for _ in 0..3 {
        assert_eq!(page.tell(&solve_1)["kind"], "busy");
        assert_eq!(page.slice()["kind"], "busy");
        assert_eq!(
            page.tell(r#"{"kind":"interrupt"}"#),
            json!({ "kind": "solved", "line": null })
        );
    }
    page.slice = 1e6;
    assert_eq!(solve(&mut page, 1), whole);
    let other = page.ask(&json!({ "kind": "solve", "number": 25 }));
    assert_eq!(other["kind"], "error", "{other}");

    let summary = page.ask(&json!({ "kind": "summary", "lines": whole.to_string() }));
    let text = summary["text"].as_str().expect("a text");
    assert!(text.ends_with("\nsolved 1 of 1; the paper solved 1\n"), "{text}");
}
