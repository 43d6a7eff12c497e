//! Searches of the laboratory on what a visitor types.

use serde_json::{Value as Json, json};

use crate::page::Page;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// A search, a depth, the searched position, and fields of the answer. By hand: the moves of the tree yield the minimum
/// of their replies, 3, 2 and 1. Of thirteen positions alpha-beta skips those after the first reply that is worth no
/// more than 3: two of the second move, one of the third.
const FOUND: &str = r#"
minimax    2 | 0(0(3 5 4) 0(2 9 7) 0(6 1 8))     | {"kind": "found", "value": 3, "line": ["1", "1"], "positions": 13}
alpha-beta 2 | 0(0(3 5 4) 0(2 9 7) 0(6 1 8))     | {"value": 3, "line": ["1", "1"], "positions": 10, "ended": false}
pn         2 | 0(0(2! 9!) 0(-4! 3!))             | {"value": null, "answer": true, "line": ["1", "1"]}
df-pn      1 | 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -  | {"value": null, "answer": true}
minimax    1 | 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -  | {"value": 99999, "line": ["Ra8#"]}"#;

/// The same, with the reason for a refusal.
const REFUSED: &str = "
alpha-beta 2 |                          | character 1 of the tree: expected a number, found the end of the text
alpha-beta 2 | 0(1 2                    | character 6 of the tree: expected another ) at the end, found the end of the text
alpha-beta 2 | 0(1\t2) x3               | character 8 of the tree: expected the end, found `x3`
alpha-beta 2 | 0(1 9999999)             | character 5 of the tree: expected a whole number between
alpha-beta 2 | 8/8/8/8/8/8/8/KK5k w - - | white has 2 kings
alpha-beta 2 | 0/0                      | placement
alpha-beta 31 | 0(1)                    | the depth is 31; it must be between 0 and 30
alpha-beta -1 | 0(1)                    | the depth is -1; it must be between 0 and 30
flight 2     | 0(1)                     | unknown search `flight`: expected minimax
version1 2   | 0(1)                     | version1 plays only chess
pn 0         | 8/8/8/8/8/8/8/K6k w - -  | require a depth of at least 1";

fn ask(search: &str, position: &str, depth: i32, calls: u32) -> Json {
    let request = json!({ "kind": "search", "search": search, "position": position, "depth": depth, "calls": calls });
    Page::new().ask(&request)
}

/// Returns the answers to the rows of a table, each with the expectation.
fn answers(table: &str) -> impl Iterator<Item = (Json, &str)> {
    table.trim().lines().map(|row| {
        let [search, position, expected] = [0, 1, 2].map(|column| row.split('|').nth(column).expect(row).trim());
        let (search, depth) = search.split_once(' ').expect(row);
        let depth = depth.trim().parse().expect("a depth");
        (ask(search, position, depth, 9), expected)
    })
}

#[test]
fn trees_and_positions_are_searched() {
    for (found, expected) in answers(FOUND) {
        let fields: Json = serde_json::from_str(expected).expect("JSON");
        for (field, value) in fields.as_object().expect("fields") {
            assert_eq!(&found[field], value, "{found}");
        }
        assert_eq!(found["trace"]["format"], "bcp-lab-trace");
    }
}

#[test]
fn what_cannot_be_searched_is_refused_with_the_place() {
    for (answer, reason) in answers(REFUSED) {
        let message = answer["message"].as_str().unwrap_or_default();
        assert!(message.contains(reason), "{answer} instead of {reason}");
    }
    let million = format!("0({})", "1 ".repeat(1_000_000));
    assert_eq!(ask("pvs", &million, 2, 9)["kind"], "error");
}

/// A search that would take years is ended, and its tree is small enough for the page to draw.
#[test]
fn every_search_comes_to_an_end() {
    let deep = "0(".repeat(3_000) + "0" + &")".repeat(3_000);
    let wide = format!("0({})", "1 ".repeat(4_900));
    let offered = "alpha-beta minimax pvs mtd sss standard verified quiesce-d conspiracy pn df-pn";
    for search in offered.split(' ') {
        for (position, calls) in [(START, 0), (START, u32::MAX), (&deep, 2_000), (&wide, 2_000)] {
            let found = ask(search, position, 30, calls);
            assert_eq!(found["kind"], "found", "{search}: {found}");
            let nodes = found["trace"]["nodes"].as_array().map_or(0, Vec::len);
            assert!(nodes <= 5_000, "{search}: {nodes} nodes");
        }
    }
}
