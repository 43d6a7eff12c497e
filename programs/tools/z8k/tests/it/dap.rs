//! Transcripts of sessions of `z8k dap`: what goes in, what comes out.

use std::io::{BufRead as _, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use serde_json::{Value, json};

/// Sends requests, a command and its arguments in each line, and returns what comes back, one message a line. `PROGRAM`
/// is the name of the program.
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

/// The messages of a text, one a line.
fn messages(mut rest: &str) -> String {
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

fn program() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/dap/program.s")
}

/// A path as JSON has it.
fn quoted(path: &Path) -> String {
    json!(path).to_string()
}

/// A server that ends with its test, also where that fails.
struct Listening(Child);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.kill().expect("it runs");
        self.0.wait().expect("it ends");
    }
}

/// Two clients, one at a time, and before them a page that sends a message through a browser.
#[test]
fn clients_come_to_a_port() {
    let mut server = crate::environment::program(env!("CARGO_BIN_EXE_z8k"))
        .args(["dap", "--listen", "0"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut line = String::new();
    let mut said = BufReader::new(server.stderr.take().expect("a pipe"));
    let _server = Listening(server);
    said.read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("listening on ").expect("where it listens");
    let address: SocketAddr = address.parse().expect("an address");
    assert_eq!(address.ip().to_string(), "127.0.0.1");
    let requests = r#"
        initialize {"adapterID": "z8000"}
        launch {"program": PROGRAM, "stopOnEntry": true}
        configurationDone {}
        disconnect {}
        "#;
    let mut session = Vec::new();
    send(&mut session, requests);
    let answered = |begin: &[u8]| {
        let mut stream = TcpStream::connect(address).expect("a connection");
        stream.write_all(&[begin, &session].concat()).expect("it is sent");
        let mut text = String::new();
        // The connection of a page ends, or breaks.
        let read = stream.read_to_string(&mut text);
        assert!(read.is_ok() || !begin.is_empty(), "{read:?}");
        messages(&text)
    };
    assert_eq!(answered(b"POST / HTTP/1.1\r\n"), "");
    let (first, second) = (answered(b""), answered(b""));
    assert!(first.contains("\"event\":\"stopped\""), "{first}");
    assert!(first.contains("\"command\":\"disconnect\""), "{first}");
    assert_eq!(first, second);
    // Another client, while one is served that has launched, and again after that.
    let mut launched = Vec::new();
    send(
        &mut launched,
        requests
            .split("configurationDone")
            .next()
            .expect("the requests before it"),
    );
    let mut waiting = TcpStream::connect(address).expect("a connection");
    waiting.write_all(&launched).expect("it is sent");
    let (mut said, mut bytes) = (String::new(), [0; 4096]);
    while !said.contains("\"event\":\"initialized\"") {
        let count = waiting.read(&mut bytes).expect("an answer");
        said += &String::from_utf8_lossy(&bytes[..count]);
    }
    let refused = answered(b"");
    assert!(refused.contains("the adapter is serving another client"), "{refused}");
    drop(waiting);
    while !answered(b"").contains("\"event\":\"stopped\"") {}
    for (wrong, message) in [
        (address.to_string().as_str(), "is in use; choose another one"),
        ("0.0.0.0:0", "a tunnel: `ssh -L PORT:127.0.0.1:PORT HOST`"),
        ("[::]:0", "a tunnel"),
        ("70000", "expected a port or an address"),
    ] {
        let dap = crate::environment::program(env!("CARGO_BIN_EXE_z8k"))
            .args(["dap", "--listen", wrong])
            .output();
        let output = dap.expect("the command runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(message), "{said}");
    }
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
    // inc 2 bytes, ld 6: ret is at <<3>>0x0208.
    let stack = answers("stackTrace");
    assert!(
        stack[0].contains("\"instructionPointerReference\":\"0x30208\""),
        "{stack:?}"
    );
    // ldl 6 bytes: the call is at <<0>>0x000e, after the four words of the reset.
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

/// A program of CP/M-8000: it stops at a call, whose name is told.
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
    // A stop says which call, and where in the program it is.
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
