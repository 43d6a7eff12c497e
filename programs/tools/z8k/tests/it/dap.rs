//! Transcripts of sessions of `z8k dap`: requests and answers.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::{Value, json};

/// Sends requests, each a line with a command and its arguments, and returns the answers, one message per line.
/// `PROGRAM` stands for the name of the program.
fn session(requests: &str) -> String {
    let mut server = crate::environment::program(env!("CARGO_BIN_EXE_z8k"))
        .arg("dap")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    send(server.stdin.take().expect("a pipe"), requests);
    let output = server.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
    messages(&String::from_utf8(output.stdout).expect("JSON is UTF-8"))
}

fn send(mut input: impl Write, requests: &str) {
    let requests = requests.replace("PROGRAM", &quoted(&program()));
    for (index, line) in requests.trim().lines().enumerate() {
        let (command, arguments) = line.trim().split_once(' ').expect("a command and its arguments");
        let arguments: Value = serde_json::from_str(arguments).unwrap_or_else(|error| panic!("{line}: {error}"));
        let message = json!({
            "seq": index + 1, "type": "request", "command": command, "arguments": arguments,
        });
        let body = message.to_string();
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it is read");
    }
}

/// Splits a text into its messages, one per line.
fn messages(mut rest: &str) -> String {
    let mut lines = String::new();
    while let Some((header, behind)) = rest.split_once("\r\n\r\n") {
        let length = header.trim_start_matches("Content-Length: ").parse::<usize>();
        let (body, next) = behind.split_at(length.expect("a length"));
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        let folder = std::path::absolute(folder).expect("a folder");
        // Parsed and printed again, a message has its keys in order.
        let message: Value = serde_json::from_str(body).expect("JSON");
        lines += &message.to_string().replace(&*folder.to_string_lossy(), "REPOSITORY");
        lines.push('\n');
        rest = next;
    }
    lines
}

fn program() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/dap/program.s")
}

/// Formats a path as a JSON string.
fn quoted(path: &Path) -> String {
    json!(path).to_string()
}

/// Calls a routine in segment 3, far from segment 0; the routine counts in segment 1.
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
    let requests = r#"
        initialize {"adapterID": "z8000", "linesStartAt1": true}
        launch {"program": FAR, "machine": MACHINE, "stopOnEntry": true}
        setInstructionBreakpoints {"breakpoints": [{"instructionReference": "<<3>>0x0208"}]}
        configurationDone {}
        continue {"threadId": 1}
        stackTrace {"threadId": 1}
        readMemory {"memoryReference": "data:<<1>>0x1000", "count": 2}
        readMemory {"memoryReference": "data:0x11000", "offset": 61439, "count": 8}
        readMemory {"memoryReference": "<<128>>0", "count": 2}
        evaluate {"expression": "sp", "context": "watch"}
        stepBack {"threadId": 1}
        evaluate {"expression": "word(cell)", "context": "watch"}
        writeMemory {"memoryReference": "data:<<1>>0x1000", "data": "AAc="}
        evaluate {"expression": "word(cell)", "context": "watch"}
        disconnect {}
        "#;
    let requests = requests.replace("FAR", &quoted(&program));
    let transcript = session(&requests.replace("MACHINE", &quoted(&machine)));
    let lines: Vec<&str> = transcript.lines().collect();
    let answers = |command: &str| {
        let command = format!("\"command\":\"{command}\"");
        let found = lines.iter().filter(|line| line.contains(&command));
        found.copied().collect::<Vec<_>>()
    };
    // `inc` has 2 bytes, `ld` 6: `ret` is at <<3>>0x0208.
    let stack = answers("stackTrace");
    assert!(
        stack[0].contains("\"instructionPointerReference\":\"0x30208\""),
        "{stack:?}"
    );
    // `ldl` has 6 bytes: the call is at <<0>>0x000e, after the four words of the reset.
    assert!(
        stack[0].contains("\"instructionPointerReference\":\"0x000e\""),
        "{stack:?}"
    );
    assert!(stack[0].contains("\"line\":7"), "{stack:?}");
    let memory = answers("readMemory");
    assert!(memory[0].contains("\"data\":\"AAE=\""), "{memory:?}");
    assert!(memory[1].contains("\"unreadableBytes\":7"), "{memory:?}");
    assert!(memory[2].contains("invalid address"), "{memory:?}");
    let values = answers("evaluate");
    assert!(values[0].contains("<<2>>0x7ffc"), "{values:?}");
    assert!(values[1].contains("0x0000 = 0"), "{values:?}");
    assert!(values[2].contains("0x0007 = 7"), "{values:?}");
}

#[test]
fn a_session_from_launch_to_goodbye() {
    let transcript = session(
        r#"
        initialize {"adapterID": "z8000", "linesStartAt1": true}
        launch {"program": PROGRAM, "stopOnEntry": true, "clock": "6MHz", "args": ["x"]}
        setBreakpoints {"source": {"path": PROGRAM}, "breakpoints": [{"line": 30}, {"line": 5, "condition": "r1 +"}]}
        setExceptionBreakpoints {"filters": ["trap"]}
        configurationDone {}
        threads {}
        continue {"threadId": 1}
        stackTrace {"threadId": 1}
        scopes {"frameId": 1}
        variables {"variablesReference": 2}
        stepBack {"threadId": 1}
        evaluate {"expression": "clocks", "context": "watch"}
        evaluate {"expression": "step", "context": "repl"}
        disassemble {"memoryReference": "0x0006", "instructionOffset": -3, "instructionCount": 5}
        readMemory {"memoryReference": "data:0xfffe", "count": 8}
        setBreakpoints {"source": {"path": PROGRAM}, "breakpoints": []}
        continue {"threadId": 1}
        disconnect {}
        "#,
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn wrong_requests_are_refused_and_the_session_goes_on() {
    let transcript = session(
        r#"
        stackTrace {}
        launch {}
        launch {"program": PROGRAM, "stopOnEntry": true}
        configurationDone {}
        setBreakpoints {"source": {}, "breakpoints": []}
        setBreakpoints {"source": {"name": "other.s"}, "breakpoints": [{"line": 1}]}
        variables {"variablesReference": 99}
        setVariable {"variablesReference": 1, "name": "r99", "value": "1"}
        setVariable {"variablesReference": 1, "name": "r1", "value": "1 +"}
        readMemory {"memoryReference": "somewhere", "count": 1}
        readMemory {"memoryReference": "0x0000", "offset": -1, "count": 1}
        writeMemory {"memoryReference": "data:0x1000", "data": "*"}
        disassemble {"memoryReference": "0x0006", "instructionCount": -5}
        evaluate {"expression": "1 / 0"}
        setDataBreakpoints {"breakpoints": [{"dataId": "data:0xffff:2"}, {"dataId": "x"}]}
        source {"sourceReference": 77}
        dance {}
        evaluate {"expression": "pc"}
        setBreakpoints {"source": {"path": PROGRAM}, "breakpoints": [{"line": 30}, {"line": "thirty"}]}
        setFunctionBreakpoints {"breakpoints": [{"name": "sum", "condition": 5}]}
        setVariable {"variablesReference": 1, "name": "r1"}
        readMemory {"memoryReference": 4096, "count": 1}
        launch {"program": PROGRAM, "args": ["x", 1]}
        threads null
        "#,
    );
    insta::assert_snapshot!(transcript);
}

/// A program of CP/M-8000 is launched, and stops at a system call, whose name is reported.
#[test]
fn a_program_of_cpm_is_launched_with_its_drives() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/how-to");
    let (program, drive) = (
        quoted(&folder.join("letter.s")),
        json!(format!("A={}", folder.display())),
    );
    let said = session(&format!(
        "initialize {{}}\n\
         launch {{\"program\": {program}, \"cpm\": true, \"drive\": [{drive}], \"args\": [\"A\"], \"stopOnEntry\": true}}\n\
         configurationDone {{}}\n\
         evaluate {{\"expression\": \"next open\", \"context\": \"json\"}}\n\
         evaluate {{\"expression\": \"next open\", \"context\": \"repl\"}}\n\
         disconnect {{}}"
    ));
    assert!(
        said.contains("CP/M: open file LETTERS.TXT, FCB at <<8>>0x0000"),
        "{said}"
    );
    assert!(said.contains("not found before the program ends"), "{said}");
    // A stop names the call and its place in the program.
    let stopped = session(&format!(
        "initialize {{}}\n\
         launch {{\"program\": {program}, \"cpm\": true, \"drive\": [{drive}], \"args\": [\"A\"], \"stopOnEntry\": true}}\n\
         configurationDone {{}}\n\
         setExceptionBreakpoints {{\"filters\": [], \"filterOptions\": [{{\"filterId\": \"sc\", \"condition\": \"r5 == 15\"}}]}}\n\
         continue {{}}\n\
         stackTrace {{}}\n\
         exceptionInfo {{}}\n\
         disconnect {{}}"
    ));
    let stopped: Vec<Value> = stopped
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let open = "CP/M: open file LETTERS.TXT, FCB at <<8>>0x0000";
    let stops = stopped
        .iter()
        .filter(|message| message["event"] == "stopped")
        .collect::<Vec<_>>();
    let text = stops[1]["body"]["text"].as_str().expect("a text");
    assert_eq!(text, format!("breakpoint 1: SC #2: {open}"));
    let answer = |seq: u64| {
        &stopped
            .iter()
            .find(|message| message["request_seq"] == seq)
            .expect("an answer")["body"]
    };
    let (called, caller) = (&answer(6)["stackFrames"][0], &answer(6)["stackFrames"][1]);
    assert_eq!(called["name"], open);
    assert!(
        called["line"].as_u64() > Some(0) && called["line"] == caller["line"],
        "{called}"
    );
    assert_eq!(called["source"], caller["source"]);
    let said = answer(7)["description"].as_str().expect("a description");
    assert!(said.ends_with(open), "{said}");
    let wrong = session(&format!(
        "initialize {{}}\nlaunch {{\"program\": {program}, \"cpm\": true, \"drive\": [\"AA=x\"]}}\ndisconnect {{}}"
    ));
    assert!(wrong.contains("unknown drive `AA`"), "{wrong}");
}
