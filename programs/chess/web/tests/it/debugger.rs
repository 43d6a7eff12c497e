//! Commands, the past, and running tasks.

use serde_json::json;

use crate::page::Page;

#[test]
fn steps_forward_and_back_come_to_the_same_state() {
    let mut page = Page::with(5);
    page.command("until t2v");
    let before = page.state();
    let stepped = page.command("step");
    assert_ne!(stepped["state"]["instruction"], before["instruction"]);
    assert!(stepped["state"]["place"]["file"].is_u64());
    page.command("back");
    let after = page.state();
    for field in ["instruction", "clocks", "place", "stack", "chess"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert_eq!(after["cpu"]["registers"], before["cpu"]["registers"]);
}

#[test]
fn a_command_in_slices_ends_where_it_ends_in_one_go() {
    let commands = [
        "until it2v",
        "until t2v",
        "back-out",
        "until t2v",
        "out",
        "break xt1v if r6 == 0",
        "continue",
        "back-over",
        "back-continue",
        "origin nodes,4",
        "continue 100000",
    ];
    let mut answers: Vec<Vec<String>> = Vec::new();
    for slice in [1e9, 3000.0] {
        let mut page = Page::with(1);
        page.slice = slice;
        let said = commands.iter().map(|command| {
            let answer = page.command(command);
            assert_eq!(answer["kind"], "said", "{command}: {answer}");
            format!("{command}: {} at {}", answer["data"], answer["state"]["instruction"])
        });
        answers.push(said.collect());
    }
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn a_run_stops_at_a_breakpoint_and_when_it_is_interrupted() {
    let mut page = Page::with(1);
    page.slice = 1000.0;
    let set = page.command("break make if word(ply) != path");
    assert_eq!(set["state"]["breakpoints"][0]["condition"], "word(ply) != path");
    let stopped = page.ask(&json!({ "kind": "run" }));
    assert_eq!(stopped["stop"]["reason"], "breakpoint");
    assert_eq!(stopped["stop"]["breakpoints"], json!([1]));
    page.command("delete all");
    assert_eq!(page.tell(r#"{"kind":"run"}"#)["kind"], "busy");
    assert_eq!(page.slice()["instructions"], 1000);
    let refused = page.tell(r#"{"kind":"command","line":"step"}"#);
    assert_eq!(
        (&refused["kind"], &refused["occupied"]),
        (&json!("error"), &json!(true))
    );
    // During a task, the page can still request the state.
    assert_eq!(page.tell(r#"{"kind":"state"}"#)["kind"], "state");
    let ended = page.tell(r#"{"kind":"interrupt"}"#);
    assert_eq!(
        (&ended["kind"], &ended["stop"]["reason"]),
        (&json!("moved"), &json!("interrupted"))
    );
    assert_eq!(page.tell(r#"{"kind":"interrupt"}"#)["kind"], "error");
}

#[test]
fn a_pace_in_clocks_is_kept() {
    let mut page = Page::with(96);
    page.tell(r#"{"kind":"run"}"#);
    let mut clocks = 0;
    for _ in 0..50 {
        let answer = page.tell(r#"{"kind":"advance","instructions":1000000,"clocks":66667}"#);
        let ran = answer["clocks"].as_u64().expect("clocks");
        // A block instruction of the program takes up to some thousand clocks, and is not interrupted.
        assert!((66_667..80_000).contains(&ran), "{answer}");
        clocks += ran;
    }
    assert_eq!(page.state()["clocks"].as_u64(), Some(clocks));
}

#[test]
fn a_profile_accounts_for_all_clocks() {
    let mut page = Page::with(5);
    page.ask(&json!({ "kind": "run" }));
    let clocks = page.state()["clocks"].clone();
    let profile = page.ask(&json!({ "kind": "profile" }));
    assert_eq!(profile["clocks"], clocks);
    let stacks = profile["stacks"].as_array().expect("stacks");
    let sum: u64 = stacks.iter().filter_map(|way| way["clocks"].as_u64()).sum();
    assert_eq!(json!(sum), clocks);
}

#[test]
fn sources_lines_and_memory_are_those_of_the_program() {
    let mut page = Page::with(5);
    let sources = page.ask(&json!({ "kind": "sources" }));
    let files = sources["files"].as_array().expect("files");
    assert!(files.iter().any(|file| file["name"] == "t2v.s"));
    page.command("until t2v");
    let state = page.state();
    let (file, line) = (
        &state["place"]["file"],
        state["place"]["line"].as_u64().expect("a line"),
    );
    let file = &files[file.as_u64().expect("a file") as usize];
    assert_eq!(file["name"], "t2v.s");
    let code = file["code"].as_array().expect("lines");
    let here = code.iter().find(|code| code["address"] == state["place"]["address"]);
    assert_eq!(here.expect("the line")["line"], line);
    let symbol = sources["symbols"].as_array().expect("symbols");
    let t2v = symbol.iter().find(|symbol| symbol["name"] == "t2v").expect("t2v");
    assert_eq!(t2v["value"], state["cpu"]["pc"]);
    // The first words are FCW and PC for the reset.
    let memory = page.ask(&json!({ "kind": "memory", "space": "program", "address": 2, "length": 2 }));
    assert_eq!(memory["bytes"], "4000");
    let last = page.ask(&json!({ "kind": "memory", "space": "data", "address": 65535, "length": 16 }));
    assert_eq!(last["bytes"].as_str().map(str::len), Some(2));
}
