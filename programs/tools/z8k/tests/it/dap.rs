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
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/dap/program.s");
    path.to_string_lossy().into_owned()
}

/// Calls far from segment 0 to 3, which counts in segment 1.
const SEGMENTED: &str = "
        .z8001
        .text
        .org    0
        .word   0, 0xC000, 0, start
start:  ldl     rr14,#0x82008000
        call    far
        halt
        .org    0x30200
far:    inc     r1,#1
        ld      cell,r1
        ret
        .bss
        .org    0x11000
cell:   .space  2
";

#[test]
fn a_session_on_a_described_machine_with_segments() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dap-segments");
    std::fs::create_dir_all(&folder).expect("a folder");
    let (program, machine) = (folder.join("far.s"), folder.join("machine.toml"));
    std::fs::write(&program, SEGMENTED).expect("a file");
    let description = "processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nsize = 0x40000\n";
    std::fs::write(&machine, description).expect("a file");
    let transcript = session(&[
        ("initialize", json!({ "adapterID": "z8000", "linesStartAt1": true })),
        (
            "launch",
            json!({ "program": program, "machine": machine, "stopOnEntry": true }),
        ),
        (
            "setInstructionBreakpoints",
            json!({ "breakpoints": [{ "instructionReference": "<<3>>0x0208" }] }),
        ),
        ("configurationDone", json!({})),
        ("continue", json!({ "threadId": 1 })),
        ("stackTrace", json!({ "threadId": 1 })),
        (
            "readMemory",
            json!({ "memoryReference": "data:<<1>>0x1000", "count": 2 }),
        ),
        (
            "readMemory",
            json!({ "memoryReference": "data:0x11000", "offset": 0xEFFF, "count": 8 }),
        ),
        ("readMemory", json!({ "memoryReference": "<<128>>0", "count": 2 })),
        ("evaluate", json!({ "expression": "sp", "context": "watch" })),
        ("stepBack", json!({ "threadId": 1 })),
        ("evaluate", json!({ "expression": "word(cell)", "context": "watch" })),
        (
            "writeMemory",
            json!({ "memoryReference": "data:<<1>>0x1000", "data": "AAc=" }),
        ),
        ("evaluate", json!({ "expression": "word(cell)", "context": "watch" })),
        ("disconnect", json!({})),
    ]);
    let lines: Vec<&str> = transcript.lines().collect();
    let answers = |command: &str| {
        let command = format!("\"command\":\"{command}\"");
        let found = lines.iter().filter(|line| line.contains(&command));
        found.copied().collect::<Vec<_>>()
    };
    // inc 2 bytes, ld 6: ret is at <<3>>0x0208.
    let stack = answers("stackTrace");
    assert!(
        stack[0].contains("\"instructionPointerReference\":\"0x30208\""),
        "{stack:?}"
    );
    // ldl 6 bytes: the call is at <<0>>0x000e, behind the four words of the reset.
    assert!(
        stack[0].contains("\"instructionPointerReference\":\"0x000e\""),
        "{stack:?}"
    );
    assert!(stack[0].contains("\"line\":7"), "{stack:?}");
    let memory = answers("readMemory");
    assert!(memory[0].contains("\"data\":\"AAE=\""), "{memory:?}");
    assert!(memory[1].contains("\"unreadableBytes\":7"), "{memory:?}");
    assert!(memory[2].contains("is not an address"), "{memory:?}");
    let values = answers("evaluate");
    assert!(values[0].contains("<<2>>0x7ffc"), "{values:?}");
    assert!(values[1].contains("0x0000 = 0"), "{values:?}");
    assert!(values[2].contains("0x0007 = 7"), "{values:?}");
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
