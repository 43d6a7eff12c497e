//! Searches of the laboratory, of what a visitor types.

use serde_json::{Value as Json, json};

use crate::page::Page;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// The searches that the page offers.
const OFFERED: [&str; 11] = [
    "alpha-beta",
    "minimax",
    "pvs",
    "mtd",
    "sss",
    "standard",
    "verified",
    "quiesce-d",
    "conspiracy",
    "pn",
    "df-pn",
];

fn ask(search: &str, position: &str, depth: i32) -> Json {
    Page::new().ask(&json!({ "kind": "search", "search": search, "position": position, "depth": depth }))
}

/// By hand: the moves bring the least of their replies, 3, 2 and 1. Of thirteen positions alpha-beta leaves out those
/// behind the first reply that is worth no more than 3: two of the second move, one of the third.
#[test]
fn trees_and_positions_are_searched() {
    let tree = "0(0(3 5 4)\n 0(2 9 7) 0(6 1 8))";
    let won = "0(0(2! 9!) 0(-4! 3!))";
    let back_rank = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
    for (search, position, depth, part) in [
        (
            "minimax",
            tree,
            2,
            json!({ "value": 3, "line": ["1", "1"], "positions": 13 }),
        ),
        (
            "alpha-beta",
            tree,
            2,
            json!({ "value": 3, "line": ["1", "1"], "positions": 10 }),
        ),
        (
            "pn",
            won,
            2,
            json!({ "value": null, "answer": true, "line": ["1", "1"] }),
        ),
        ("df-pn", back_rank, 1, json!({ "answer": true, "ended": false })),
        ("minimax", back_rank, 1, json!({ "value": 99_999, "line": ["Ra8#"] })),
    ] {
        let found = ask(search, position, depth);
        for (field, value) in part.as_object().expect("fields") {
            assert_eq!(&found[field], value, "{search} {position}: {found}");
        }
        assert!(
            found["trace"]["nodes"]
                .as_array()
                .is_some_and(|nodes| !nodes.is_empty())
        );
    }
}

#[test]
fn what_cannot_be_searched_is_refused_with_the_place() {
    let million = format!("0({})", "1 ".repeat(1_000_000));
    for (search, position, depth, reason) in [
        (
            "alpha-beta",
            "",
            2,
            "character 1 of the tree: a number expected, but the text ends there",
        ),
        (
            "alpha-beta",
            "0(1 2",
            2,
            "character 6 of the tree: a number or ) expected, but the text ends there",
        ),
        (
            "alpha-beta",
            "0(1\n2) x3",
            2,
            "character 8 of the tree: the end expected, but there is `x3`",
        ),
        (
            "alpha-beta",
            "0(1 9999999)",
            2,
            "character 5 of the tree: a whole number between",
        ),
        (
            "alpha-beta",
            &million,
            2,
            "the text has 2000003 characters; the page takes 10000",
        ),
        ("alpha-beta", "8/8/8/8/8/8/8/KK5k w - -", 2, "white has 2 kings"),
        ("alpha-beta", "0/0", 2, "placement"),
        ("alpha-beta", "0(1)", 31, "the depth is 31; it can be 0 to 30"),
        ("alpha-beta", "0(1)", -1, "the depth is -1; it can be 0 to 30"),
        ("flight", "0(1)", 2, "`flight` is not a search: write minimax"),
        ("version1", "0(1)", 2, "version1 plays chess alone"),
        ("pn", START, 0, "a mate needs a move"),
    ] {
        let answer = ask(search, position, depth);
        assert_eq!(answer["kind"], "error", "{answer}");
        let message = answer["message"].as_str().unwrap_or_default();
        assert!(message.contains(reason), "{message}");
    }
}

/// A search that would take years is ended, and its tree is one that a page can draw.
#[test]
fn every_search_comes_to_an_end() {
    let deep = "0(".repeat(3_000) + "0" + &")".repeat(3_000);
    let wide = format!("0({})", "1 ".repeat(4_900));
    for search in OFFERED {
        for position in [START, &deep, &wide] {
            let found = ask(search, position, 30);
            assert_eq!(found["kind"], "found", "{search}: {found}");
            let nodes = found["trace"]["nodes"].as_array().map_or(0, Vec::len);
            assert!((1..=5_000).contains(&nodes), "{search}: {nodes} nodes");
        }
        let short =
            Page::new().ask(&json!({ "kind": "search", "search": search, "position": START, "depth": 30, "calls": 0 }));
        assert_eq!(short["kind"], "found", "{search}: {short}");
    }
}
