//! The effects of requests: stepping by units, traps, breakpoints of the console, restarts.

use serde_json::{Value as Json, json};

use super::{events, response, session};

/// The line of the first stack frame in a response.
fn line(messages: &[Json], seq: u64) -> u64 {
    let frames = &response(messages, seq)["body"]["stackFrames"];
    frames[0]["line"].as_u64().unwrap_or_else(|| panic!("{frames}"))
}

/// Requests that run to a line, move from there, and ask after each motion where the program is. The first line that is
/// returned is where they begin.
fn lines(from: u64, motions: &[(&str, Json)]) -> Vec<u64> {
    let mut requests = vec![
        ("initialize", json!({ "linesStartAt1": true })),
        ("launch", json!({ "stopAt": format!("loop.s:{from}") })),
        ("configurationDone", json!({})),
        ("stackTrace", json!({})),
    ];
    for motion in motions {
        requests.push(motion.clone());
        requests.push(("stackTrace", json!({})));
    }
    let messages = session(&requests);
    let asked = (4..=requests.len() as u64).step_by(2);
    asked.map(|seq| line(&messages, seq)).collect()
}

#[test]
fn a_step_goes_over_a_unit() {
    let step = |granularity: &str| json!({ "granularity": granularity });
    // Two instructions in line 12, a macro in 13 whose lines are 6 and 7.
    let instruction = ("next", step("instruction"));
    let statement = ("next", json!({}));
    let whole = ("next", step("line"));
    assert_eq!(lines(12, &vec![instruction; 5]), [12, 12, 6, 7, 14, 15]);
    assert_eq!(lines(12, &vec![statement; 4]), [12, 6, 7, 14, 15]);
    assert_eq!(lines(12, &vec![whole; 3]), [12, 6, 14, 15]);
}

#[test]
fn a_step_back_is_the_reverse_of_the_last_step() {
    let request = |command: &'static str| (command, json!({}));
    let (next, into, back) = (request("next"), request("stepIn"), request("stepBack"));
    // Over the call in line 11, and back over it.
    assert_eq!(lines(11, &[next.clone(), back.clone()]), [11, 12, 11]);
    // Into it and back out of it; after a step into calls, back into what has returned.
    assert_eq!(lines(11, &[into.clone(), back.clone()]), [11, 17, 11]);
    let around = [next.clone(), into.clone(), back.clone(), back.clone()];
    assert_eq!(lines(11, &around), [11, 12, 6, 12, 22]);
    // From the middle of a unit to its beginning.
    let middle = [("next", json!({ "granularity": "instruction" })), back.clone()];
    assert_eq!(lines(12, &middle), [12, 12, 12]);
    let line = ("stepBack", json!({ "granularity": "line" }));
    assert_eq!(lines(14, &[line.clone(), line]), [14, 6, 12]);
}

#[test]
fn hit_conditions_choose_hits() {
    let counts = |condition: &str, stops: usize| {
        let mut requests = vec![
            ("launch", json!({ "stopOnEntry": true })),
            ("configurationDone", json!({})),
            (
                "setBreakpoints",
                json!({ "source": { "name": "loop.s" }, "breakpoints": [{ "line": 15, "hitCondition": condition }] }),
            ),
            (
                "setFunctionBreakpoints",
                json!({ "breakpoints": [{ "name": "sum", "condition": "r9 == 20" }] }),
            ),
        ];
        for _ in 0..stops {
            requests.push(("continue", json!({})));
            requests.push(("evaluate", json!({ "expression": "r9" })));
        }
        let messages = session(&requests);
        let asked = (6..=requests.len() as u64).step_by(2);
        let value = |seq| {
            let text = response(&messages, seq)["body"]["result"]
                .as_str()
                .expect("a value")
                .to_owned();
            text.split(" = ").nth(1).and_then(|number| number.parse::<u64>().ok())
        };
        asked.map(|seq| value(seq).expect("a number")).collect::<Vec<_>>()
    };
    // R9 counts the traps behind line 15: at hit n it is n - 1.
    assert_eq!(counts("3", 3), [2, 3, 4]);
    assert_eq!(counts("> 3", 2), [3, 4]);
    assert_eq!(counts("% 3", 3), [2, 5, 8]);
    assert_eq!(counts("== 3", 2), [2, 20]);
}

#[test]
fn a_trap_says_what_it_was_and_where() {
    let messages = session(&[
        ("launch", json!({ "stopOnEntry": true })),
        ("configurationDone", json!({})),
        ("exceptionInfo", json!({ "threadId": 1 })),
        ("setExceptionBreakpoints", json!({ "filters": ["trap"] })),
        ("continue", json!({})),
        ("exceptionInfo", json!({ "threadId": 1 })),
        ("next", json!({})),
        ("exceptionInfo", json!({ "threadId": 1 })),
    ]);
    assert_eq!(response(&messages, 3)["success"], false);
    let body = &response(&messages, 6)["body"];
    assert_eq!(body["exceptionId"], "system call");
    let text = body["description"].as_str().expect("a text");
    assert!(text.starts_with("system call, by `sc #0x5` at "), "{text}");
    assert!(text.ends_with(", loop.s:15"), "{text}");
    assert_eq!(response(&messages, 8)["success"], false);
}

#[test]
fn the_client_is_told_of_the_console() {
    let console = |line: &str| ("evaluate", json!({ "expression": line, "context": "repl" }));
    let messages = session(&[
        (
            "initialize",
            json!({ "supportsInvalidatedEvent": true, "supportsMemoryEvent": true }),
        ),
        ("launch", json!({ "stopOnEntry": true })),
        ("configurationDone", json!({})),
        ("readMemory", json!({ "memoryReference": "data:0x1000", "count": 4 })),
        console("print r1"),
        console("break loop.s:14 if r3 == 8"),
        console("disable 1"),
        console("set small = 1"),
        console("set byte(small) = 7"),
        console("enable 1"),
        ("continue", json!({})),
        (
            "setBreakpoints",
            json!({ "source": { "name": "loop.s" }, "breakpoints": [{ "line": 14 }, { "line": 15 }] }),
        ),
        console("breakpoints"),
        console("disable 2"),
        console("delete 2"),
        (
            "setBreakpoints",
            json!({ "source": { "name": "loop.s" }, "breakpoints": [] }),
        ),
        console("breakpoints"),
    ]);
    let told: Vec<_> = events(&messages, "breakpoint")
        .iter()
        .map(|body| {
            let breakpoint = &body["breakpoint"];
            let reason = body["reason"].as_str().expect("a reason").to_owned();
            (
                reason,
                breakpoint["id"].as_u64(),
                breakpoint["line"].as_u64(),
                breakpoint["verified"].as_bool(),
            )
        })
        .collect();
    let expected = [
        ("new", 1, 14, true),
        ("changed", 1, 14, false),
        ("changed", 1, 14, true),
        ("changed", 2, 14, false),
        ("removed", 2, 14, false),
    ];
    let expected =
        expected.map(|(reason, id, line, verified)| (reason.to_owned(), Some(id), Some(line), Some(verified)));
    assert_eq!(told, expected);
    // `set small` is refused, since a label is a number.
    assert_eq!(response(&messages, 8)["success"], false);
    assert_eq!(events(&messages, "invalidated").len(), 1);
    let memory = events(&messages, "memory");
    assert_eq!(
        memory,
        [&json!({ "memoryReference": "data:0x1000", "offset": 0, "count": 4 })]
    );
    // The client took the breakpoint over with its condition, and has removed all at the end.
    let list = response(&messages, 13)["body"]["result"]
        .as_str()
        .expect("a list")
        .to_owned();
    assert!(list.contains("if r3 == 8") && list.contains("loop.s:15"), "{list}");
    assert_eq!(response(&messages, 17)["body"]["result"], "");
}

#[test]
fn a_restart_begins_anew_with_the_same_breakpoints() {
    let messages = session(&[
        ("launch", json!({ "stopAt": "sum" })),
        (
            "setBreakpoints",
            json!({ "source": { "name": "loop.s" }, "breakpoints": [{ "line": 15 }, { "line": 99 }] }),
        ),
        ("configurationDone", json!({})),
        (
            "evaluate",
            json!({ "expression": "break loop.s:22", "context": "repl" }),
        ),
        ("setExpression", json!({ "expression": "r9", "value": "40" })),
        ("continue", json!({})),
        ("restart", json!({})),
        ("stackTrace", json!({})),
        ("evaluate", json!({ "expression": "r9" })),
        ("evaluate", json!({ "expression": "breakpoints", "context": "repl" })),
        ("continue", json!({})),
        ("stackTrace", json!({})),
        ("restart", json!({ "arguments": { "stopOnEntry": true } })),
        ("stackTrace", json!({})),
    ]);
    assert_eq!(line(&messages, 8), 17);
    assert_eq!(response(&messages, 9)["body"]["result"], "0x0000 = 0");
    let list = response(&messages, 10)["body"]["result"]
        .as_str()
        .expect("a list")
        .to_owned();
    let places: Vec<&str> = list
        .lines()
        .map(|line| line.rsplit_once(" (").map_or(line, |(place, _)| place))
        .collect();
    assert_eq!(places, ["1 break loop.s:15", "3 break loop.s:22"]);
    assert_eq!(line(&messages, 12), 22);
    assert_eq!(line(&messages, 14), 9);
    let reasons: Vec<_> = events(&messages, "stopped")
        .iter()
        .map(|body| body["reason"].clone())
        .collect();
    assert_eq!(reasons, ["entry", "breakpoint", "entry", "breakpoint", "entry"]);
    // Nothing has moved, so that the client need not hear of breakpoints but of the one in the console.
    assert_eq!(events(&messages, "breakpoint").len(), 1);
    assert_eq!(events(&messages, "loadedSource").len(), 1);
}

#[test]
fn data_have_the_width_of_their_statement() {
    let info = |name: &str| ("dataBreakpointInfo", json!({ "name": name }));
    let messages = session(&[
        ("launch", json!({ "stopOnEntry": true })),
        info("total"),
        info("small"),
        info("byte(small)"),
        ("variables", json!({ "variablesReference": 4 })),
        (
            "setVariable",
            json!({ "variablesReference": 4, "name": "total", "value": "0x12345678" }),
        ),
        ("readMemory", json!({ "memoryReference": "data:0x1000", "count": 4 })),
        (
            "setVariable",
            json!({ "variablesReference": 1, "name": "r1", "value": "99999" }),
        ),
        (
            "setVariable",
            json!({ "variablesReference": 1, "name": "pc", "value": "3" }),
        ),
    ]);
    let id = |seq| response(&messages, seq)["body"]["dataId"].clone();
    assert_eq!(
        (id(2), id(3), id(4)),
        (json!("data:0x1000:4"), json!("data:0x1004:2"), json!("data:0x1004:1"))
    );
    assert_eq!(response(&messages, 7)["body"]["data"], "EjRWeA==");
    let message = |seq| response(&messages, seq)["message"].clone();
    assert_eq!(
        message(8),
        "`r1 = 99999`: 99999 does not fit: the range is -32768 to 65535"
    );
    assert_eq!(message(9), "`pc = 3`: 0x3 is odd: instructions begin at even addresses");
}

#[test]
fn completions_know_commands_symbols_and_files() {
    let complete = |text: &str, column: usize| ("completions", json!({ "text": text, "column": column }));
    let messages = session(&[
        ("launch", json!({ "stopOnEntry": true })),
        complete("back-o", 7),
        complete("break \u{1f600} sm", 12),
        complete("until loo + 1", 10),
        complete("zz", 3),
    ]);
    let targets = |seq| response(&messages, seq)["body"]["targets"].clone();
    let target = |label: &str, start: u64, length: u64| json!({ "label": label, "start": start, "length": length });
    assert_eq!(targets(2), json!([target("back-out", 1, 6), target("back-over", 1, 6)]));
    assert_eq!(targets(3), json!([target("small", 10, 2)]));
    assert_eq!(targets(4), json!([target("loop.s", 7, 3)]));
    assert_eq!(targets(5), json!([]));
}
