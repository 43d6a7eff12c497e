//! `bcp debug`: the debugger does not change the search, and its walk-through in the documents is right.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value;

use crate::common::command;
use crate::program::Program;

const BCP: Program = Program("");

/// Executes a script, and returns the answers.
fn debug(position: &str, script: &str) -> Vec<Value> {
    let mut command = command(&format!("debug {position} --batch -"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut input = command.stdin.take().expect("a pipe");
    input.write_all(script.as_bytes()).expect("it is read");
    drop(input);
    let output = command.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let failed: Vec<&Value> = answers.iter().filter(|answer| answer["ok"] != true).collect();
    assert!(failed.is_empty(), "{failed:?}");
    answers
}

/// The instruction count of an iteration leads the debugger, and so a link to a moment, to the line feed that ends the
/// iteration's line, not one instruction earlier.
#[test]
fn instructions_of_an_iteration_are_those_of_the_debugger() {
    let solved = BCP.json("solve 5");
    let iterations = solved["iterations"].as_array().expect("iterations");
    assert_eq!(iterations.len(), 3);
    for iteration in iterations {
        let end = iteration["instructions"].as_u64().expect("a number");
        let script = format!("continue\ngoto {}\nconsole\ngoto {end}\nconsole\n", end - 1);
        let answers = debug("5", &script);
        let (before, after) = (&answers[2]["console"], &answers[4]["console"]);
        let (before, after) = (before.as_str().expect("a text"), after.as_str().expect("a text"));
        assert_eq!(after, format!("{before}\n"));
        let line = before.lines().last().expect("a line");
        assert!(line.starts_with(&format!("{} ", iteration["depth"])), "{line}");
        assert!(line.ends_with(&format!(" {}", iteration["nodes"])), "{line}");
    }
}

/// At each clock rate the program takes the same number of clocks, and the seconds are this number divided by the rate.
#[test]
fn seconds_are_those_of_the_clock() {
    for (option, hertz) in [
        ("", 4_000_000),
        (" --clock 10MHz", 10_000_000),
        (" --clock 250kHz", 250_000),
    ] {
        let clocks = &debug(&format!("5 --depth 1{option}"), "continue\nclocks\n")[1];
        let seconds = clocks["clocks"].as_u64().expect("a number") as f64 / f64::from(hertz);
        assert_eq!(
            (&clocks["clock_hz"], &clocks["seconds"]),
            (&hertz.into(), &seconds.into()),
            "{clocks}"
        );
    }
}

#[test]
fn a_search_under_the_debugger_is_the_search_without_it() {
    let position = "1 --depth 3";
    let plain = debug(position, "continue\nconsole\nregisters\nmemory 0,0x10000");
    let watched = debug(
        position,
        "break t2v\nwatch write nodes,4 ignore 100\nwhen r8 == 5 ignore 3\ncontinue\nback 20\nover\n\
         back-continue\ncontinue\ncontinue\norigin ply\nprofile since start\nboard\npath\nsearch\nline\n\
         delete all\ncontinue\nconsole\nregisters\nmemory 0,0x10000",
    );
    let last = |answers: &[Value], n: usize| answers[answers.len() - n].clone();
    assert_eq!(last(&plain, 4)["reason"], "input");
    for field in ["clocks", "instructions", "pc"] {
        assert_eq!(last(&plain, 4)[field], last(&watched, 4)[field], "{field}");
    }
    assert_eq!(last(&plain, 3), last(&watched, 3), "what was sent");
    assert_eq!(last(&plain, 2)["r"], last(&watched, 2)["r"]);
    assert_eq!(last(&plain, 1), last(&watched, 1), "the data memory");
    let solved = BCP.json("solve 1 --depth 3");
    let console = last(&plain, 3)["console"].as_str().unwrap_or_default().to_owned();
    for iteration in solved["iterations"].as_array().expect("iterations") {
        let (depth, value, nodes) = (&iteration["depth"], &iteration["value"], &iteration["nodes"]);
        let line = |text: &&str| text.starts_with(&format!("{depth} {value} ")) && text.ends_with(&format!(" {nodes}"));
        assert!(console.lines().any(|text| line(&text)), "{iteration} in {console}");
    }
}

/// The moves of `path`, played on an ordinary board, lead to what `board` shows, also within capture trees.
#[test]
fn the_path_leads_to_the_board() {
    let script = format!("board\nnode 1500\nbreak t1v\n{}", "continue\npath\nboard\n".repeat(150));
    let answers = debug("1", &script);
    let rows = |answer: &Value| -> Vec<u8> {
        let rows = answer["rows"].as_array().expect("a board").iter();
        rows.flat_map(|row| row.as_str().expect("a row").bytes()).collect()
    };
    let square = |name: &[u8]| usize::from(8 * (b'8' - name[1]) + name[0] - b'a');
    let root = rows(&debug("1", "next node\nboard\n")[1]);
    let mut longest = 0;
    for moment in answers[3..].chunks(3) {
        let (mut board, mut captures, mut last) = (root.clone(), 0, vec![]);
        for ply in moment[1]["plies"].as_array().expect("plies") {
            let played = ply["move"].as_str().expect("a move");
            if !played.starts_with("in ") {
                let name = played.as_bytes();
                board[square(&name[2..])] = std::mem::replace(&mut board[square(name)], b'.');
                captures += usize::from(ply["depth"].is_null());
                last = vec![&played[..2], &played[2..4]];
            }
        }
        assert_eq!(board, rows(&moment[2]), "{}", moment[1]);
        assert_eq!(moment[2]["last"], serde_json::json!(last), "{}", moment[1]);
        longest = longest.max(captures);
    }
    assert!(longest > 3, "captures were on the way: {longest}");
}

/// The events of a whole search as JSON: those that end iterations match the output of `bcp solve`.
#[test]
fn events_are_written_as_the_reference_has_them() {
    let file = std::env::temp_dir().join(format!("bcp-events-{}.jsonl", std::process::id()));
    let name = file.to_str().expect("a name in UTF-8");
    let answers = debug(
        "1 --depth 2",
        &format!("continue\nevents {name} since start\nevents 3\n"),
    );
    let text = std::fs::read_to_string(&file).expect("the events");
    std::fs::remove_file(&file).expect("a file");
    let mut lines = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    assert_eq!(lines.next(), Some(serde_json::json!({ "for": "white", "schema": 1 })));
    let events: Vec<Value> = lines.collect();
    assert_eq!(answers[1]["events"], events.len());
    let ends = events.iter().filter(|event| event["event"] == "iteration");
    let values: Vec<&Value> = ends.map(|event| &event["value"]).collect();
    let solved = BCP.json("solve 1 --depth 2");
    let expected = solved["iterations"].as_array().expect("iterations").iter();
    let expected: Vec<&Value> = expected.map(|iteration| &iteration["value"]).collect();
    assert_eq!(values, expected);
    let last = answers[2]["events"].as_array().expect("events");
    assert_eq!(last[2]["text"], "Iteration 2 ends: White mates in 2.");
    // The list and the written file differ only in the words.
    let mut bare = last.clone();
    bare.iter_mut()
        .for_each(|event| drop(event.as_object_mut().and_then(|event| event.remove("text"))));
    assert_eq!(bare, events[events.len() - 3..]);
}

/// Another user opens the saved moment and goes back from it; the link names the same moment.
#[test]
fn a_saved_moment_is_opened_by_its_file() {
    let file = std::env::temp_dir().join(format!("bcp-saved-{}.json", std::process::id()));
    let name = file.to_str().expect("a name in UTF-8");
    let script = "back pass\npath\n";
    let saved = debug("1", &format!("next better Qg6 0\nsave {name}\nlink\n{script}"));
    // The first stop includes the output up to it.
    let opened = debug(&format!("--open '{name}'"), &format!("back 0\n{script}"));
    assert_eq!(opened[1..], saved[3..]);
    let link = saved[2]["link"].as_str().expect("a link");
    assert!(
        link.contains(&format!("&instruction={}", saved[0]["instructions"])),
        "{link}"
    );
    let foreign = command(&format!("debug --open '{name}' --simple --batch -"))
        .output()
        .expect("the command runs");
    let error = String::from_utf8(foreign.stderr).expect("UTF-8");
    assert!(
        error.contains("the recording was made with a different program: "),
        "{error}"
    );
    std::fs::remove_file(&file).expect("a file");
}

#[test]
fn a_path_that_never_comes_is_not_reached() {
    let script = "reach e5c6\nreach a1a8 a8a1\nback eligible\nnext eligible\nback-reach a1a8\n";
    let answers = debug("1 --depth 1", script);
    assert_eq!(answers[0]["reached"], true);
    for answer in &answers[1..] {
        assert_eq!(answer["reached"], false, "{answer}");
        assert_eq!(answer["clocks"], answers[0]["clocks"], "nothing has moved");
    }
}

#[test]
fn board_and_bounds_change_with_every_step_and_come_back() {
    let answers = debug(
        "1",
        "until t2v\nboard\npath\nbreak xt1v if word(ply) != path\ncontinue\nboard\npath\nover\nback-over\nboard\npath",
    );
    // 2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w: the rows are in the order of FEN.
    assert_eq!(
        answers[1]["rows"],
        serde_json::json!([
            "..rr...k", "pp...pp.", ".nnqbN.p", "...pN...", "..pP....", "..P...Q.", "PPB....P", "R....RK."
        ])
    );
    assert_eq!(answers[1]["side"], "white");
    let plies = |answer: &Value| answer["plies"].as_array().map_or(0, Vec::len);
    assert_eq!(plies(&answers[2]), 1);
    assert!(plies(&answers[6]) > 1);
    assert_ne!(answers[1]["rows"], answers[5]["rows"]);
    // One ply deeper, the lower bound is the upper bound of the ply above with the opposite sign.
    let deep = answers[6]["plies"].as_array().expect("plies");
    let beta = deep[0]["beta"].as_i64().expect("a bound");
    assert_eq!(deep[1]["alpha"].as_i64(), Some(-beta));
    assert_eq!(answers[5]["rows"], answers[9]["rows"]);
    assert_eq!(answers[6]["plies"], answers[10]["plies"]);
}

/// The commands of `docs/how-to/debug.md`, in its order: the answers are exactly what the page shows.
#[test]
fn the_walk_through_works_as_written() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/how-to/debug.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let mut script = String::new();
    let mut shown = Vec::new();
    let blocks = page.split("```debugger\n").skip(1);
    for line in blocks.flat_map(|block| block.split("```").next().unwrap_or_default().lines()) {
        let command = match line {
            "c" => Some("continue"),
            "C" => Some("back-continue"),
            "o" => Some("out"),
            line => line.strip_prefix(':'),
        };
        if let Some(command) = command {
            script += &format!("{command}\n");
        } else {
            shown.push(line.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    let answers = debug("96", &script);
    let printed: Vec<String> = answers.iter().flat_map(printed).collect();
    assert_eq!(shown, printed);
    assert!(shown.len() > 5);
}

/// The part of the page about the chess: each sentence is the one that the preceding stop prints.
#[test]
fn the_chess_is_told_as_written() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/how-to/debug.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let blocks = page.split("```chess\n").skip(1);
    let lines: Vec<&str> = blocks
        .flat_map(|block| block.split("```").next().unwrap_or_default().lines())
        .collect();
    let (commands, shown): (Vec<&str>, Vec<&str>) = lines.iter().partition(|line| line.starts_with(':'));
    let script: String = commands.iter().map(|command| format!("{}\n", &command[1..])).collect();
    let answers = debug("1", &script);
    let said: Vec<&str> = answers
        .iter()
        .flat_map(|answer| {
            answer["remark"]
                .as_str()
                .or(answer["text"].as_str())
                .unwrap_or_default()
                .lines()
        })
        .collect();
    assert_eq!(shown, said);
    assert!(shown.len() > 5);
}

/// The fork of `docs/explanation/null-move-quiescence.md`, whose moves and scores are worked out by hand there.
#[test]
fn the_fork_is_told_as_the_explanation_has_it() {
    let told = [
        ("next iteration", "Iteration 0 ends: White has -2."),
        ("next pass", "White passes: Black gains nothing. White has at least -2."),
        ("next iteration", "Iteration 1 ends: White has -2."),
        (
            "next eligible",
            "White's Nxd6+ gives check, so Black cannot pass; the move is eligible, and is searched.",
        ),
        // exd6 recaptures: four down, which is no better.
        (
            "next eligible",
            "White's Nc7+ gives check, so Black cannot pass; the move is eligible, and is searched.",
        ),
        ("next better Nc7+", "White's Nc7+ is the best so far: White has +3."),
        (
            "next pass Kf1",
            "White's Kf1 is not searched, because if Black passes, White has no more than +3, as without it (a null-move \
             cut-off).",
        ),
        ("next iteration", "Iteration 2 ends: White has +3."),
        ("back capture c7a8", "White looks at Nxa8, which takes a rook."),
    ];
    let script = told.map(|(command, _)| format!("{command}\n")).concat();
    let answers = debug("--fen 'r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -' --depth 2", &script);
    assert_eq!(answers.len(), told.len());
    for (answer, (command, sentence)) in answers.iter().zip(told) {
        assert_eq!(answer["remark"], sentence, "{command}");
        assert_eq!(answer["reason"], "done", "{command}");
    }
}

/// Returns an answer's lines as the page shows them, with words separated by single spaces.
fn printed(answer: &Value) -> Vec<String> {
    let number = |name: &str| answer[name].as_u64().unwrap_or_else(|| panic!("{name} in {answer}"));
    let text = |value: &Value| {
        value
            .as_str()
            .unwrap_or_default()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let command = text(&answer["command"]);
    if let Some(moves) = answer["line"].as_array() {
        assert!(moves.len() > 1);
        vec![text(&answer["text"])]
    } else if let Some(expression) = command.strip_prefix("print ") {
        vec![format!("{expression} = {}", text(&answer["text"]))]
    } else if command.starts_with("origin ") {
        let (name, instruction) = (text(&answer["name"]), text(&answer["text"]));
        let value = |of: &Value| format!("{} = {}", text(&of["place"]), text(&of["now"]));
        let [before, after] = ["before", "value"].map(|name| text(&answer[name]));
        let [clocks, steps] = ["clocks", "steps"].map(number);
        let mut lines = vec![
            value(answer),
            format!("{name} {instruction} {before} -> {after} clock {clocks} goto {steps}"),
        ];
        lines.extend(answer["remark"].as_str().map(|remark| format!("({remark})")));
        lines.extend(answer["operands"].as_array().into_iter().flatten().map(value));
        lines
    } else {
        Vec::new()
    }
}
