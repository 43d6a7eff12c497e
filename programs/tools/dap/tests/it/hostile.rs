//! Input that no client should send.

use std::io::Cursor;

use serde_json::{Value as Json, json};

use super::{framed, request, response, served};

/// The number of the request that has to be answered in spite of all.
const LAST: u64 = 999_999;

/// Serves something between a launch and a good request, which must be answered.
fn survives(bytes: &[u8]) -> Vec<Json> {
    let begin = [
        request(1, "initialize", &json!({})),
        request(2, "launch", &json!({ "stopOnEntry": true })),
        request(3, "configurationDone", &json!({})),
    ];
    let input = [&begin.concat(), bytes, &request(LAST, "threads", &json!({}))].concat();
    let messages = served(Cursor::new(input));
    assert_eq!(response(&messages, LAST)["success"], true);
    messages
}

#[test]
fn a_malformed_message_costs_only_itself() {
    let broken = [
        b"garbage without an end ".to_vec(),
        b"\0\0\0\0\r\n\r\n".to_vec(),
        b"foo: 3\r\n\r\n{}".to_vec(),
        b"Content-Length: -5\r\n\r\n".to_vec(),
        b"Content-Length: 100000000000000\r\n\r\n{}".to_vec(),
        b"Content-Length: 100000\r\n\r\n{\"seq\":5}".to_vec(),
        b"Content-Length: 2\r\n\r\n{\"seq\":5}".to_vec(),
        framed("[]"),
        framed("[1, 2]"),
        framed("null"),
        framed("{"),
        framed("\u{0}"),
        framed(&"[".repeat(100_000)),
        framed(r#"{"seq":"one","command":"threads"}"#),
        framed(r#"{"seq":5}"#),
        framed(r#"{"seq":5,"type":"response","command":"threads"}"#),
    ];
    for bytes in &broken {
        let messages = survives(bytes);
        let said = messages.iter().any(|message| message["body"]["category"] == "stderr");
        assert!(
            said || bytes.starts_with(b"garbage"),
            "{:?}",
            String::from_utf8_lossy(bytes)
        );
    }
    survives(&broken.concat());
}

#[test]
fn many_requests_during_a_run_are_all_answered() {
    const MANY: u64 = 36_000;
    let run = request(4, "continue", &json!({ "threadId": 1 }));
    let threads: Vec<u8> = (10..10 + MANY)
        .flat_map(|seq| request(seq, "threads", &json!({})))
        .collect();
    let messages = survives(&[run, threads].concat());
    let answers = messages
        .iter()
        .filter(|message| message["command"] == "threads")
        .count();
    assert_eq!(answers as u64, MANY + 1);
}

#[test]
fn arguments_of_the_wrong_kind_are_refused_by_name() {
    let cases = [
        ("setBreakpoints", json!([]), "setBreakpoints: invalid length 0"),
        (
            "setBreakpoints",
            json!({ "source": 3 }),
            "setBreakpoints.source: invalid type",
        ),
        (
            "next",
            json!({ "granularity": "page" }),
            "next.granularity: unknown variant `page`",
        ),
        (
            "completions",
            json!({ "text": "s", "column": -1 }),
            "completions.column: invalid value",
        ),
        ("goto", json!({ "targetId": 1_u64 << 40 }), "there is no target"),
        ("goto", json!({ "targetId": 3 }), "is odd"),
        (
            "breakpointLocations",
            json!({ "source": {}, "line": 1 }),
            "neither a path nor a name",
        ),
        ("dance", json!({}), "the request `dance` is unknown"),
        (
            "restart",
            json!({ "arguments": { "stopOnEntry": 7 } }),
            "launch.stopOnEntry: invalid type",
        ),
        (
            "restart",
            json!({ "arguments": { "stopAt": "nowhere" } }),
            "no symbol is called `nowhere`",
        ),
    ];
    for (command, arguments, expected) in cases {
        let messages = survives(&request(7, command, &arguments));
        let message = response(&messages, 7)["message"]
            .as_str()
            .expect("it is refused")
            .to_owned();
        assert!(message.contains(expected), "{command}: {message}");
    }
    // Without an end, and at the ends of what numbers there are.
    for (command, arguments) in [
        (
            "breakpointLocations",
            json!({ "source": { "name": "loop.s" }, "line": 0, "endLine": u32::MAX }),
        ),
        (
            "completions",
            json!({ "text": "\u{1f600}break \u{e9}", "column": u64::MAX, "line": u64::MAX }),
        ),
        ("variables", json!({ "variablesReference": u32::MAX })),
        ("readMemory", json!({ "memoryReference": "0x0000", "count": u64::MAX })),
        ("stackTrace", json!({ "startFrame": u64::MAX, "levels": u64::MAX })),
    ] {
        survives(&request(7, command, &arguments));
    }
}

#[test]
fn a_client_that_vanishes_ends_the_session() {
    for end in [
        request(4, "continue", &json!({})),
        request(4, "evaluate", &json!({ "expression": "continue", "context": "repl" })),
        request(
            4,
            "evaluate",
            &json!({ "expression": "step 1000000000000", "context": "repl" }),
        ),
        b"Content-Length: 50\r\n\r\n{\"se".to_vec(),
        b"Content-Le".to_vec(),
    ] {
        let begin = [
            request(1, "launch", &json!({ "stopOnEntry": true })),
            request(2, "configurationDone", &json!({})),
        ];
        let messages = served(Cursor::new([begin.concat(), end].concat()));
        assert_eq!(response(&messages, 2)["success"], true);
    }
}
