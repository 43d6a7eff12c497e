//! Input that a correct client would never send.

use std::io::Cursor;

use serde_json::{Value as Json, json};

use super::{framed, line, request, response, served};

/// The number of the request that must be answered in any case.
const LAST: u64 = 999_999;

/// Serves bytes between a launch and a valid request, which must be answered.
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
    for (asked, expected) in [
        ("setBreakpoints []", "setBreakpoints: invalid length 0"),
        (r#"setBreakpoints {"source": 3}"#, "setBreakpoints.source: invalid type"),
        (
            r#"next {"granularity": "page"}"#,
            "next.granularity: unknown variant `page`",
        ),
        (
            r#"completions {"text": "s", "column": -1}"#,
            "completions.column: invalid value",
        ),
        (r#"goto {"targetId": 1099511627776}"#, "unknown target"),
        (r#"goto {"targetId": 3}"#, "is odd"),
        (
            r#"breakpointLocations {"source": {}, "line": 1}"#,
            "neither a path nor a name",
        ),
        ("dance {}", "unknown request `dance`"),
        (r#"launch {"stopOnEntry": 7}"#, "launch.stopOnEntry: invalid type"),
        (r#"launch {"stopAt": "nowhere"}"#, "unknown symbol `nowhere`"),
    ] {
        let messages = survives(&line(7, asked));
        let message = response(&messages, 7)["message"].as_str().expect("it is refused");
        assert!(message.contains(expected), "{asked}: {message}");
    }
    // Endless values, and values at the limits of number types.
    for asked in [
        r#"breakpointLocations {"source": {"name": "loop.s"}, "line": 0, "endLine": 4294967295}"#,
        r#"completions {"text": "\ud83d\ude00break \u00e9", "column": 18446744073709551615, "line": 18446744073709551615}"#,
        r#"variables {"variablesReference": 4294967295}"#,
        r#"readMemory {"memoryReference": "0x0000", "count": 18446744073709551615}"#,
        r#"stackTrace {"startFrame": 18446744073709551615, "levels": 18446744073709551615}"#,
    ] {
        survives(&line(7, asked));
    }
}

#[test]
fn a_client_that_vanishes_ends_the_session() {
    for end in [
        line(4, "continue {}"),
        line(4, r#"evaluate {"expression": "continue", "context": "repl"}"#),
        line(4, r#"evaluate {"expression": "step 1000000000000", "context": "repl"}"#),
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
