//! Parts of a session that the page requests, compared with the program and with commands of the debugger.

use bcp_driver::Program;
use serde_json::{Value as Json, json};

use crate::page::Page;

const FORK: &str = "r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -";

fn fork() -> Page {
    let mut page = Page::new();
    let opened = page.ask(&json!({ "kind": "open", "fen": FORK, "depth": 3 }));
    assert_eq!((&opened["kind"], &opened["fen"]), (&json!("opened"), &json!(FORK)));
    page
}

#[test]
fn memories_are_those_of_the_program() {
    let image = Program::built_in().expect("the program assembles").image();
    let mut page = fork();
    for (space, first) in [("program", 0), ("data", 0x1_0000)] {
        for (address, length) in [
            (0, 1),
            (0, 0x1_0000),
            (2, 300),
            (0x2C7A, 64),
            (0xFFFF, 1),
            (0xFFF0, 16),
            (0xFFF0, 17),
        ] {
            let answer = page.ask(&json!({ "kind": "memory", "space": space, "address": address, "length": length }));
            let end = (address + length).min(0x1_0000);
            let bytes = image[first + address..first + end].iter();
            let bytes: String = bytes.map(|byte| format!("{byte:02x}")).collect();
            let expected = json!({ "kind": "memory", "space": space, "address": address, "bytes": bytes });
            assert_eq!(answer, expected, "{space} {address} {length}");
        }
    }
    for length in [0, 0x1_0001] {
        let answer = page.ask(&json!({ "kind": "memory", "space": "data", "address": 0, "length": length }));
        let text = format!("cannot show {length} bytes; expected 1 to 65536");
        assert_eq!(
            (&answer["kind"], &answer["message"]),
            (&json!("error"), &json!(text)),
            "{answer}"
        );
    }
}

/// Each instruction belongs to one line; consecutive words of a line form one piece.
#[test]
fn lines_have_their_code() {
    let mut page = fork();
    let sources = page.ask(&json!({ "kind": "sources" }));
    let files = sources["files"].as_array().expect("files");
    let mut pieces: Vec<(u64, u64, usize, u64)> = Vec::new();
    for (index, file) in files.iter().enumerate() {
        for code in file["code"].as_array().expect("code") {
            let of = |field: &str| code[field].as_u64().expect(field);
            pieces.push((of("address"), of("length"), index, of("line")));
        }
    }
    pieces.sort_unstable();
    assert!(pieces.len() > 1500);
    for pair in pieces.windows(2) {
        let [(address, length, file, line), next] = [pair[0], pair[1]];
        assert!(address + length <= next.0, "{pair:?}");
        assert!(
            address + length < next.0 || (file, line) != (next.2, next.3),
            "{pair:?}"
        );
    }
    let list = page.command(&format!("disassemble {},1000", pieces[0].0));
    let list = list["data"]["instructions"].as_array().expect("instructions");
    assert_eq!(list.len(), 1000);
    // No instruction begins in one piece and ends in another.
    let of = |address: u64| {
        pieces
            .iter()
            .find(|piece| (piece.0..piece.0 + piece.1).contains(&address))
    };
    let mut coded = 0;
    for instruction in list {
        let address = instruction["address"].as_u64().expect("an address");
        let words = instruction["words"].as_array().expect("words").len() as u64;
        assert_eq!(of(address), of(address + 2 * words - 2), "{instruction}");
        coded += usize::from(of(address).is_some());
    }
    assert!(coded > 900, "{coded}");
}

/// Compares the entries below each entry of the tree with the JSON output of the command `tree`.
fn compare(page: &mut Page, entry: Option<u64>, moves: &Json, complete: bool, level: usize) -> usize {
    let answer = page.ask(&json!({ "kind": "tree", "entry": entry }));
    assert_eq!(
        (&answer["kind"], &answer["complete"]),
        (&json!("tree"), &json!(complete))
    );
    let moves = moves.as_array().expect("moves");
    let children = answer["children"].as_array().expect("children");
    assert_eq!(children.len(), moves.len());
    let mut count = moves.len();
    for (child, m) in children.iter().zip(moves) {
        let ours = level.is_multiple_of(2);
        let own = |value: &Json, turned: bool| value.as_i64().map(|value| if turned { -value } else { value });
        for field in ["entry", "hint", "complete", "mates"] {
            assert_eq!(child[field], m[field], "{field} of {child}");
        }
        assert_eq!(
            (&child["move"]["move"], &child["move"]["san"]),
            (&m["move"], &m["san"]),
            "{child}"
        );
        assert_eq!(child["score"].as_i64(), own(&m["score"], !ours), "{child}");
        let bounds = if child["hint"].is_null() { Some(0) } else { None };
        for (field, of) in [("lower", "answers_beyond"), ("upper", "enough_at")] {
            assert_eq!(
                child[field].as_i64(),
                own(&m[of], ours).or(bounds),
                "{field} of {child}"
            );
        }
        assert_eq!(
            child["children"].as_u64(),
            m["moves"].as_array().map(|moves| moves.len() as u64)
        );
        count += compare(
            page,
            child["entry"].as_u64(),
            &m["moves"],
            m["complete"] == true,
            level + 1,
        );
    }
    count
}

#[test]
fn the_stored_tree_is_that_of_the_debugger() {
    let mut page = fork();
    page.ask(&json!({ "kind": "run" }));
    let tree = page.command("tree 0 99");
    // Two moves by White, four answers to one of them, and one to the other.
    assert_eq!(compare(&mut page, None, &tree["data"]["moves"], true, 0), 7);
    for entry in [0, 1, 0x2C7A] {
        let answer = page.ask(&json!({ "kind": "tree", "entry": entry }));
        let text = format!("{entry:04x} is not an entry of the current tree");
        assert_eq!((&answer["kind"], &answer["message"]), (&json!("error"), &json!(text)));
    }
}

/// An answer contains only what the program has printed by then; the search is over after the last line.
#[test]
fn a_search_is_over_when_it_says_so() {
    let mut page = fork();
    let state = page.ask(&json!({ "kind": "run" }))["state"].take();
    let chess = &state["chess"];
    let of = |chess: &Json| {
        let line = |it: &Json| format!("{} {} {}", it["depth"], it["value"], it["nodes"]);
        chess["iterations"]
            .as_array()
            .expect("iterations")
            .iter()
            .map(line)
            .collect::<Vec<_>>()
    };
    assert_eq!(of(chess), ["0 -2 6", "1 -2 15", "2 3 77", "3 3 96"]);
    assert_eq!((&chess["done"], &chess["solved"]), (&json!(true), &json!(null)));
    assert_eq!(
        state["console"],
        json!({ "text": "ok\n0 -2 - 6\n1 -2 - 15\n2 3 b5c7 77\n3 3 b5c7 96\ndone\n", "omitted": 0 })
    );
    let end = state["furthest"].as_u64().expect("a moment");
    let mut ends: Vec<u64> = Vec::new();
    for one in chess["iterations"].as_array().expect("iterations") {
        ends.push(one["instruction"].as_u64().expect("a moment"));
    }
    for (index, moment) in ends.into_iter().enumerate() {
        for (at, known) in [(moment - 1, index), (moment, index + 1)] {
            let state = page.ask(&json!({ "kind": "seek", "instruction": at }))["state"].take();
            assert_eq!((&state["instruction"], &state["furthest"]), (&json!(at), &json!(end)));
            assert_eq!(of(&state["chess"]).len(), known, "{at}");
            assert_eq!(state["chess"]["done"], false);
        }
    }
    let back = page.ask(&json!({ "kind": "seek", "instruction": end }));
    assert_eq!(
        (&back["state"]["instruction"], &back["stop"]["reason"]),
        (&json!(end), &json!("done"))
    );
    assert_eq!(back["state"]["chess"], *chess);
}
