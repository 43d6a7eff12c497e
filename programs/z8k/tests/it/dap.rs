//! Transcripts of sessions of `z8k dap`: what goes in, what comes out.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// Sends requests, each with its number, and returns what comes back, one message a line.
fn session(requests: &[(&str, Value)]) -> String {
    let mut server = Command::new(env!("CARGO_BIN_EXE_z8k"))
        .arg("dap")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut input = server.stdin.take().expect("a pipe");
    for (index, (command, arguments)) in requests.iter().enumerate() {
        let message = json!({
            "seq": index + 1, "type": "request", "command": command, "arguments": arguments,
        });
        let body = message.to_string();
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it is read");
    }
    drop(input);
    let output = server.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    let mut rest = text.as_str();
    let mut lines = String::new();
    while let Some((header, behind)) = rest.split_once("\r\n\r\n") {
        let length = header.trim_start_matches("Content-Length: ").parse::<usize>();
        let (body, next) = behind.split_at(length.expect("a length"));
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let folder = std::path::absolute(folder).expect("a folder");
        // With its keys in order.
        let message: Value = serde_json::from_str(body).expect("JSON");
        lines += &message.to_string().replace(&*folder.to_string_lossy(), "REPOSITORY");
        lines.push('\n');
        rest = next;
    }
    lines
}

fn program() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/dap/program.s");
    path.to_string_lossy().into_owned()
}

#[test]
fn a_session_from_launch_to_goodbye() {
    let source = json!({ "path": program() });
    let transcript = session(&[
        ("initialize", json!({ "adapterID": "z8000", "linesStartAt1": true })),
        (
            "launch",
            json!({ "program": program(), "stopOnEntry": true, "clock": "6MHz", "args": ["x"] }),
        ),
        (
            "setBreakpoints",
            json!({ "source": source, "breakpoints": [{ "line": 30 }, { "line": 5, "condition": "r1 +" }] }),
        ),
        ("setExceptionBreakpoints", json!({ "filters": ["trap"] })),
        ("configurationDone", json!({})),
        ("threads", json!({})),
        ("continue", json!({ "threadId": 1 })),
        ("stackTrace", json!({ "threadId": 1 })),
        ("scopes", json!({ "frameId": 1 })),
        ("variables", json!({ "variablesReference": 2 })),
        ("stepBack", json!({ "threadId": 1 })),
        ("evaluate", json!({ "expression": "clocks", "context": "watch" })),
        ("evaluate", json!({ "expression": "step", "context": "repl" })),
        (
            "disassemble",
            json!({ "memoryReference": "0x0006", "instructionOffset": -3, "instructionCount": 5 }),
        ),
        ("readMemory", json!({ "memoryReference": "data:0xfffe", "count": 8 })),
        ("setBreakpoints", json!({ "source": source, "breakpoints": [] })),
        ("continue", json!({ "threadId": 1 })),
        ("disconnect", json!({})),
    ]);
    insta::assert_snapshot!(transcript);
}

#[test]
fn wrong_requests_are_refused_and_the_session_goes_on() {
    let transcript = session(&[
        ("stackTrace", json!({})),
        ("launch", json!({})),
        ("launch", json!({ "program": program(), "stopOnEntry": true })),
        ("configurationDone", json!({})),
        ("setBreakpoints", json!({ "source": {}, "breakpoints": [] })),
        (
            "setBreakpoints",
            json!({ "source": { "name": "other.s" }, "breakpoints": [{ "line": 1 }] }),
        ),
        ("variables", json!({ "variablesReference": 99 })),
        (
            "setVariable",
            json!({ "variablesReference": 1, "name": "r99", "value": "1" }),
        ),
        (
            "setVariable",
            json!({ "variablesReference": 1, "name": "r1", "value": "1 +" }),
        ),
        ("readMemory", json!({ "memoryReference": "somewhere", "count": 1 })),
        (
            "readMemory",
            json!({ "memoryReference": "0x0000", "offset": -1, "count": 1 }),
        ),
        ("writeMemory", json!({ "memoryReference": "data:0x1000", "data": "*" })),
        (
            "disassemble",
            json!({ "memoryReference": "0x0006", "instructionCount": -5 }),
        ),
        ("evaluate", json!({ "expression": "1 / 0" })),
        (
            "setDataBreakpoints",
            json!({ "breakpoints": [{ "dataId": "data:0xffff:2" }, { "dataId": "x" }] }),
        ),
        ("source", json!({ "sourceReference": 77 })),
        ("dance", json!({})),
        ("evaluate", json!({ "expression": "pc" })),
        (
            "setBreakpoints",
            json!({ "source": { "path": program() }, "breakpoints": [{ "line": 30 }, { "line": "thirty" }] }),
        ),
        (
            "setFunctionBreakpoints",
            json!({ "breakpoints": [{ "name": "sum", "condition": 5 }] }),
        ),
        ("setVariable", json!({ "variablesReference": 1, "name": "r1" })),
        ("readMemory", json!({ "memoryReference": 4096, "count": 1 })),
        ("launch", json!({ "program": program(), "args": ["x", 1] })),
        ("threads", Value::Null),
    ]);
    insta::assert_snapshot!(transcript);
}
