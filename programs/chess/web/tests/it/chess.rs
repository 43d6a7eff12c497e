//! Positions compared with `bcp_driver::Search`, which uses neither the debugger nor the page.

use bcp_driver::{Limits, Program, Progress, Search};
use bcp_suite::{find, suite};
use serde_json::{Value as Json, json};

use crate::page::Page;

/// Returns depth, value, move, nodes and clocks of each iteration.
fn expected(number: u32) -> Vec<(u64, i64, String, u64, u64)> {
    let program = Program::built_in().expect("the program assembles");
    let suite = suite(None).expect("the positions");
    let position = &find(&suite, number).expect("a position").position;
    let mut search = Search::start(&program, position, Limits::default()).expect("a search");
    let mut list = Vec::new();
    // The search of these positions ends with a mate.
    while let Progress::Iteration(found) = search.next().expect("an iteration") {
        let best = found.named(position).map_or_else(String::new, |m| m.to_string());
        list.push((
            found.depth.into(),
            found.value.into(),
            best,
            found.nodes.into(),
            found.cycles,
        ));
    }
    list
}

#[test]
fn positions_are_solved_as_by_the_search_alone() {
    for (number, nodes) in [(1, 4946), (5, 234)] {
        let mut page = Page::with(number);
        let stopped = page.ask(&json!({ "kind": "run" }));
        assert_eq!(
            (&stopped["kind"], &stopped["stop"]["reason"]),
            (&json!("moved"), &json!("input"))
        );
        let chess = &stopped["state"]["chess"];
        let iterations = chess["iterations"].as_array().expect("iterations");
        let got: Vec<_> = iterations
            .iter()
            .map(|one| {
                (
                    one["depth"].as_u64().expect("a depth"),
                    one["value"].as_i64().expect("a value"),
                    one["best"]["move"].as_str().unwrap_or_default().to_owned(),
                    one["nodes"].as_u64().expect("nodes"),
                    one["clocks"].as_u64().expect("clocks"),
                )
            })
            .collect();
        assert_eq!(got, expected(number), "position {number}");
        // The numbers are those in docs/results/table1.json.
        assert_eq!(chess["nodes"], nodes);
        assert_eq!(chess["done"], true);
    }
}

#[test]
fn slices_of_any_size_give_the_same() {
    let mut states = Vec::new();
    for slice in [1e9, 70_001.0, 9_999.0] {
        let mut page = Page::with(5);
        page.slice = slice;
        page.ask(&json!({ "kind": "run" }));
        let mut state = page.state();
        // What has changed since the last slice depends on the slices, so it is not compared.
        state["cpu"]["changed"].take();
        state["cpu"]["flagsChanged"].take();
        states.push(state);
    }
    assert_eq!(states[0], states[1]);
    assert_eq!(states[0], states[2]);
}

#[test]
fn a_moment_is_found_by_instructions_and_by_clocks() {
    let mut page = Page::with(1);
    page.ask(&json!({ "kind": "run" }));
    let state = page.state();
    let iteration = &state["chess"]["iterations"][1];
    let (instruction, clocks) = (&iteration["instruction"], &iteration["clocks"]);
    for request in [
        json!({ "kind": "seek", "clocks": clocks }),
        json!({ "kind": "seek", "instruction": instruction }),
    ] {
        // Once in the past, and once in the future of a new session.
        for page in [&mut page, &mut Page::with(1)] {
            let moved = page.ask(&request);
            let state = &moved["state"];
            assert_eq!(&state["instruction"], instruction, "{request}");
            assert_eq!(&state["chess"]["clocks"], clocks);
            let iterations = state["chess"]["iterations"].as_array().expect("iterations");
            assert_eq!(
                iterations.last(),
                Some(iteration),
                "what is known is what was said by then"
            );
            assert_eq!(iterations.len(), 2);
        }
    }
}

#[test]
fn the_search_is_shown_at_a_moment() {
    let mut page = Page::with(96);
    page.command("until t2v");
    page.command("break t2v if word(ply) == path + 2 * PLY_SIZE");
    let stopped = page.command("continue");
    assert_eq!(stopped["data"]["reason"], "breakpoint", "{stopped}");
    let chess = &stopped["state"]["chess"];
    let plies = chess["plies"].as_array().expect("plies");
    assert_eq!(plies.len(), 3, "two moves and the ply in work");
    // Both moves are legal in r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R.
    for ply in &plies[..2] {
        assert!(ply["move"]["san"].is_string(), "{ply}");
    }
    assert_eq!(plies[2]["text"], "in t2v");
    assert_eq!(chess["board"].as_str().map(str::len), Some(64));
    assert_eq!(chess["side"], "white", "white has played, then black");
    // A move was made when its ply's record was last written.
    let record = plies[1]["record"].as_u64().expect("an address");
    let written = page.command(&format!("origin {record},2"));
    let at = written["data"]["instructions"].as_u64().expect("a moment");
    assert!(at < stopped["state"]["instruction"].as_u64().expect("a moment"));
    let tree = page.ask(&json!({ "kind": "tree" }));
    assert_eq!(tree["kind"], "tree", "{tree}");
}

#[test]
fn the_stored_tree_is_one_to_open() {
    let mut page = Page::with(1);
    page.ask(&json!({ "kind": "run" }));
    let root = page.ask(&json!({ "kind": "tree" }));
    let children = root["children"].as_array().expect("entries");
    assert!(!children.is_empty());
    assert!(children.iter().all(|child| child["move"]["san"].is_string()), "{root}");
    // Qg6 is the solution, and the best move comes first.
    assert_eq!(children[0]["move"]["san"], "Qg6");
    let behind = page.ask(&json!({ "kind": "tree", "entry": children[0]["entry"] }));
    assert_eq!(behind["entry"], children[0]["entry"]);
    let best = page.state()["chess"]["bestLine"][0].clone();
    assert_eq!(best["san"], "Qg6");
}

/// The position of `docs/explanation/null-move-quiescence.md`: of thirteen moves two threaten something, Nxd6+, which
/// loses the knight for a pawn, and the fork on c7.
#[test]
fn a_tree_is_followed_as_it_grows_and_no_longer_if_nobody_looks() {
    let mut page = Page::new();
    page.ask(&json!({ "kind": "open", "fen": "r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -", "depth": 2 }));
    let growth = |page: &mut Page, request: Json| page.ask(&request)["state"]["chess"]["growth"].take();
    let branches = |level: &Json| -> Vec<String> {
        let branches = level["branches"].as_array().expect("branches").iter();
        let line = |branch: &Json| {
            branch["line"]
                .as_array()
                .expect("a line")
                .iter()
                .map(|m| format!(" {}", m["san"]))
                .collect::<String>()
        };
        let text = |branch: &Json| {
            format!(
                "{} {} {}{}",
                branch["san"],
                branch["fate"],
                branch["value"]["value"],
                line(branch)
            )
        };
        branches.map(|branch| text(branch).replace('"', "")).collect()
    };
    assert_eq!(page.state()["chess"]["growth"], Json::Null);
    let followed = growth(&mut page, json!({ "kind": "follow", "tree": true }));
    assert_eq!(followed["levels"], json!([]));
    for (command, expected) in [
        ("until score_move", "Nxd6+ tested null"),
        ("until t2v", "Nxd6+ inHand null"),
    ] {
        page.command(command);
        // A second request to follow changes nothing.
        growth(&mut page, json!({ "kind": "follow", "tree": true }));
        let grown = growth(&mut page, json!({ "kind": "grow" }));
        assert_eq!(branches(&grown["levels"][0]), [expected], "{command}");
    }
    page.command("continue");
    let grown = growth(&mut page, json!({ "kind": "grow" }));
    let root = &grown["levels"][0];
    assert_eq!(branches(root), ["Nxd6+ worse -2 exd6", "Nc7+ best 3 Kd7 Nxa8"]);
    assert_eq!(
        (&root["value"], &root["pass"]["value"], &root["depth"]),
        (&json!(3), &json!(-2), &json!(2))
    );
    assert_eq!(root["ignored"].as_array().map(Vec::len), Some(11));
    assert_eq!(branches(&grown["captures"]), ["Nxd6+ worse -2 exd6"]);
    assert_eq!(
        growth(&mut page, json!({ "kind": "follow", "tree": false })),
        Json::Null
    );
    assert_eq!(growth(&mut page, json!({ "kind": "grow" })), Json::Null);
    // The tree grows again from its beginning.
    growth(&mut page, json!({ "kind": "follow", "tree": true }));
    assert_eq!(growth(&mut page, json!({ "kind": "grow" })), grown);
}
