//! Complete sessions: every message with all its fields.

use std::collections::BTreeSet;
use std::io::Cursor;

use serde_json::json;
use z8000_asm::{Memory, Options, assemble};
use z8000_dap::Attributes;
use z8000_debugger::command::{Detail, Extension, Group, Interpreter};
use z8000_debugger::program::Program;
use z8000_debugger::session::Session;

use super::{events, lines, response, served_by, session};

/// Returns each request, followed by the resulting messages, one per line.
fn transcript(requests: &str) -> String {
    let messages = session(requests);
    let mut asked = requests.trim().lines().map(str::trim);
    let mut text = String::new();
    for mut message in messages {
        let fields = message.as_object_mut().expect("an object");
        fields.remove("seq");
        if fields.remove("request_seq").is_some() {
            let request = asked.next().expect("a request");
            assert_eq!(
                fields.remove("command"),
                request.split_once(' ').map(|(command, _)| command.into())
            );
            text += &format!("> {request}\n");
        }
        fields.remove("type");
        text += &format!("{message}\n");
    }
    text
}

#[test]
fn a_session_with_breakpoints_of_every_kind() {
    insta::assert_snapshot!(transcript(
        r#"
        initialize {}
        threads {}
        stackTrace {}
        launch {"stopAt": "sum"}
        setBreakpoints {"source": {"name": "loop.s"}, "breakpoints": [{"line": 12, "condition": "r3 == 0"}, {"line": 15, "hitCondition": "2"}, {"line": 14, "logMessage": "R3 is {r3}"}, {"line": 12, "condition": "r99"}, {"line": 99}, {"line": 0}, {"line": 5}]}
        setBreakpoints {"source": {"name": "other.s"}, "breakpoints": [{"line": 1}]}
        setFunctionBreakpoints {"breakpoints": [{"name": "more", "condition": "r1 == 2"}, {"name": "nowhere"}, {"name": "total"}]}
        setInstructionBreakpoints {"breakpoints": [{"instructionReference": "0x001c"}, {"instructionReference": "0x001c", "offset": 1}, {"instructionReference": "program:0x001a", "offset": 4, "hitCondition": "> 1"}, {"instructionReference": "0xfffe", "offset": 2}]}
        setDataBreakpoints {"breakpoints": [{"dataId": "data:0x1000:4", "accessType": "write"}, {"dataId": "value:r9"}, {"dataId": "nothing"}, {"dataId": "data:0x1004:0"}, {"dataId": "data:0x1004:1", "accessType": "readWrite"}, {"dataId": "data:0x1005:1", "accessType": "read"}]}
        setExceptionBreakpoints {"filters": ["sc", "bogus"]}
        configurationDone {}
        evaluate {"expression": "breakpoints", "context": "repl"}
        stackTrace {}
        stackTrace {"startFrame": 1, "levels": 1}
        stackTrace {"startFrame": 2, "levels": 0}
        continue {}
        continue {}
        continue {}
        continue {}
        continue {}
        exceptionInfo {}
        stackTrace {"levels": 1}
        continue {}
        reverseContinue {}
        setDataBreakpoints {"breakpoints": []}
        setInstructionBreakpoints {}
        setFunctionBreakpoints {"breakpoints": [{"name": "more"}]}
        setExceptionBreakpoints {}
        setBreakpoints {"source": {"name": "loop.s"}}
        evaluate {"expression": "breakpoints", "context": "repl"}
        continue {}
        stepOut {}
        stepOut {}
        next {}
        stepIn {"granularity": "instruction"}
        stepBack {"granularity": "line"}
        reverseContinue {}
        reverseContinue {}
        reverseContinue {}
        reverseContinue {}
        pause {}
        cancel {}
        attach {}
        terminate {}
        disconnect {}
        "#
    ));
}

#[test]
fn a_session_that_looks_and_changes() {
    insta::assert_snapshot!(transcript(
        r#"
        initialize {"linesStartAt1": false, "columnsStartAt1": false, "supportsMemoryEvent": true, "supportsInvalidatedEvent": true}
        launch {"stopAt": "loop.s:15", "memory": 1}
        configurationDone {}
        threads {}
        scopes {}
        variables {"variablesReference": 1}
        variables {"variablesReference": 2}
        variables {"variablesReference": 3}
        variables {"variablesReference": 4}
        variables {"variablesReference": 5}
        variables {"variablesReference": 0}
        evaluate {"expression": "r2 + 1"}
        evaluate {"expression": "total", "context": "hover"}
        evaluate {"expression": "pbyte(3)", "context": "watch"}
        evaluate {"expression": "nothing"}
        evaluate {"expression": "1/0"}
        evaluate {"expression": " print rr2 ", "context": "repl"}
        evaluate {"expression": " r2 * 2 ", "context": "repl"}
        readMemory {"memoryReference": "data:0x1000", "count": 6}
        readMemory {"memoryReference": "0x0010", "offset": -2, "count": 4}
        writeMemory {"memoryReference": "data:0x1002", "offset": 2, "data": "/wE="}
        writeMemory {"memoryReference": "data:0x1002", "data": "?"}
        setVariable {"variablesReference": 1, "name": "r1", "value": "r2 * 2"}
        setVariable {"variablesReference": 2, "name": "fcw.c", "value": "1"}
        setVariable {"variablesReference": 2, "name": "fcw.c", "value": "2"}
        setVariable {"variablesReference": 4, "name": "small", "value": "0x1234"}
        setExpression {"expression": " total ", "value": "total + 1"}
        setExpression {"expression": "5", "value": "1"}
        variables {"variablesReference": 4}
        dataBreakpointInfo {"name": "total"}
        dataBreakpointInfo {"name": "total", "bytes": 2}
        dataBreakpointInfo {"name": "word(0xfffe)", "bytes": 2}
        dataBreakpointInfo {"name": "word(0xfffe)", "bytes": 3}
        dataBreakpointInfo {"name": "total", "bytes": 0}
        dataBreakpointInfo {"name": "r1"}
        dataBreakpointInfo {"name": "r1 + 2"}
        dataBreakpointInfo {"name": "what"}
        breakpointLocations {"source": {"name": "loop.s"}, "line": 9, "endLine": 13}
        gotoTargets {"source": {"name": "loop.s"}, "line": 14}
        goto {"targetId": 38}
        goto {"targetId": 65536}
        goto {"targetId": -1}
        stackTrace {}
        disassemble {"memoryReference": "0x0026", "instructionOffset": -2, "instructionCount": 4}
        disassemble {"memoryReference": "0x0020", "offset": 7, "instructionOffset": 1, "instructionCount": 1}
        disassemble {"memoryReference": "0x0010", "instructionOffset": -12, "instructionCount": 3}
        disassemble {"memoryReference": "0x0000", "instructionOffset": -2, "instructionCount": 3}
        disassemble {"memoryReference": "0x0000", "instructionCount": 0}
        completions {"text": "break sm", "column": 8}
        completions {"text": "one\nbreak sm", "column": 8, "line": 1}
        evaluate {"expression": "set r9 = 9", "context": "repl"}
        evaluate {"expression": "step 2", "context": "repl"}
        evaluate {"expression": "step x", "context": "json"}
        evaluate {"expression": "print r9", "context": "json"}
        evaluate {"expression": "quit", "context": "repl"}
        "#
    ));
}

/// A reference is the address of a byte in hexadecimal or decimal, in one of two memories, with or without a segment.
#[test]
fn references_have_several_forms() {
    for (reference, address) in [
        ("0x0010", Some(0x10)),
        ("16", Some(16)),
        ("program:0x10", Some(0x10)),
        ("program:16", Some(16)),
        ("data:0xffff", Some(0xFFFF)),
        ("data:65535", Some(0xFFFF)),
        ("<<0>>0x10", Some(0x10)),
        ("data:<<0>>16", Some(16)),
        ("0x10000", None),
        ("<<1>>0x10", None),
        ("<<127>>0xffff", None),
    ] {
        let messages = session(&format!(
            "launch {{\"stopOnEntry\": true}}\nreadMemory {{\"memoryReference\": \"{reference}\", \"count\": 1}}"
        ));
        let answer = response(&messages, 2);
        let expected = address.map(|at| json!(format!("{at:#06x}")));
        assert_eq!(answer["body"].get("address"), expected.as_ref(), "{reference}");
        if address.is_none() {
            assert_eq!(answer["message"], "the address is outside memory", "{reference}");
        }
    }
    for reference in [
        "",
        "x",
        "0x",
        "-1",
        "0x800000",
        "<<128>>0",
        "<<0>>0x10000",
        "<<0>",
        "code:5",
        "data:",
        "1.5",
    ] {
        let messages = session(&format!(
            "launch {{\"stopOnEntry\": true}}\nreadMemory {{\"memoryReference\": \"{reference}\", \"count\": 1}}"
        ));
        let message = response(&messages, 2)["message"].as_str().expect("it is refused");
        assert!(
            message.starts_with(&format!("readMemory.memoryReference: invalid address `{reference}`")),
            "{message}"
        );
    }
}

/// At most 64 references are reported. A response contains exactly as many instructions as requested, up to 65,536.
#[test]
fn lists_have_their_limits() {
    let mut requests = "initialize {\"supportsMemoryEvent\": true}\nlaunch {\"stopOnEntry\": true}\n".to_owned();
    for n in 0..70 {
        requests += &format!(
            "readMemory {{\"memoryReference\": \"data:{}\", \"count\": 1}}\n",
            n % 66
        );
    }
    requests += "setExpression {\"expression\": \"r1\", \"value\": \"1\"}\n\
                 disassemble {\"memoryReference\": \"0\", \"instructionCount\": 4294967295}\n\
                 disassemble {\"memoryReference\": \"0\", \"instructionOffset\": 9223372036854775807, \"instructionCount\": 1}\n\
                 disassemble {\"memoryReference\": \"0\", \"instructionOffset\": -9223372036854775807, \"instructionCount\": 1}\n\
                 disassemble {\"memoryReference\": \"0\", \"instructionOffset\": -32768, \"instructionCount\": 65536}\n\
                 disassemble {\"memoryReference\": \"0\", \"instructionCount\": 65537}\n\
                 disassemble {\"memoryReference\": \"0x0010\", \"instructionOffset\": -8192, \"instructionCount\": 8193}\n\
                 disassemble {\"memoryReference\": \"0x0010\", \"instructionOffset\": -8191, \"instructionCount\": 8190}\n";
    let messages = session(&requests);
    assert_eq!(events(&messages, "memory").len(), 64);
    let rows = |seq| {
        response(&messages, seq)["body"]["instructions"]
            .as_array()
            .expect("rows")
            .len()
    };
    for seq in [74, 78] {
        let refused = response(&messages, seq);
        assert_eq!(refused["message"], "more than 65536 instructions");
    }
    assert_eq!((rows(75), rows(76), rows(77)), (1, 1, 0x1_0000));
    // Of the rows before 0x0010, few are in memory; each has a distinct address.
    for (seq, count, last) in [(79, 8193, "0x0010"), (80, 8190, "0x000a")] {
        let rows = response(&messages, seq)["body"]["instructions"]
            .as_array()
            .expect("rows");
        let addresses: BTreeSet<&str> = rows.iter().filter_map(|row| row["address"].as_str()).collect();
        assert_eq!((rows.len(), addresses.len()), (count, count));
        assert_eq!(rows[count - 1]["address"], last);
        assert_eq!(rows[0]["instruction"], "(nothing)");
    }
}

/// The program sends 40 characters and halts; without debugging, the session then ends.
#[test]
fn a_program_that_halts_is_told() {
    let source = ".z8002\n.text\n.word 0,0x4000,start\nstart: ldb rl1,#3\n1: outb #0xff03,rl1\n dbjnz rl1,1b\n halt\n";
    let launch = |_: &Attributes| {
        let sources = Memory::new([("t.s", source)]);
        let assembly = assemble(&sources, "t.s", &Options::default()).expect("the program assembles");
        Ok(Interpreter::new(
            Session::new(Program::assembled(&assembly, &sources, None)?, 4_000_000),
            None,
        ))
    };
    let names = |requests: &str| {
        let messages = served_by(&launch, Cursor::new(lines(requests)));
        let of = |message: &serde_json::Value| match message["event"].as_str() {
            Some("stopped") => format!("stopped: {}", message["body"]["reason"].as_str().unwrap_or_default()),
            Some("output") => format!("output: {}", message["body"]["output"]),
            Some(name) => name.to_owned(),
            None => message["command"].as_str().unwrap_or_default().to_owned(),
        };
        messages.iter().map(of).collect::<Vec<_>>()
    };
    let sent = r#"output: "\u0003\u0002\u0001""#;
    let begin = ["launch", "loadedSource", "initialized"];
    let ended = [
        &begin[..],
        &["setBreakpoints", "configurationDone", sent, "exited", "terminated"],
    ]
    .concat();
    let breakpoint = "setBreakpoints {\"source\": {\"name\": \"t.s\"}, \"breakpoints\": [{\"line\": 6}]}";
    assert_eq!(
        names(&format!(
            "launch {{\"noDebug\": true}}\n{breakpoint}\nconfigurationDone {{}}"
        )),
        ended
    );
    let stopped = [
        &begin[..],
        &[
            "setBreakpoints",
            "configurationDone",
            sent,
            "stopped: breakpoint",
            "continue",
            "stopped: halted",
        ],
    ];
    let stopped = [&stopped.concat()[..], &["continue", "exited", "terminated"]].concat();
    let breakpoint = breakpoint.replace('6', "7");
    assert_eq!(
        names(&format!(
            "launch {{}}\n{breakpoint}\nconfigurationDone {{}}\ncontinue {{}}\ncontinue {{}}"
        )),
        stopped
    );
    // After a step back, or a change of PC, the program can run again.
    let again = "launch {}\nconfigurationDone {}\nstepBack {}\ncontinue {}\nsetExpression {\"expression\": \"pc\", \
                 \"value\": \"start\"}\nevaluate {\"expression\": \"set r1 = 0\", \"context\": \"repl\"}\ncontinue {}";
    let run = ["stopped: step", "continue", "stopped: halted"];
    let list = names(again);
    assert_eq!(list[..5], [&begin[..], &["configurationDone", sent]].concat());
    assert_eq!(list[5..10], [&["stopped: halted", "stepBack"][..], &run].concat());
}

const EXTENSION: Extension = Extension {
    commands: Group { title: "Chess", commands: &[] },
    pane: |_| Vec::new(),
    places: |_| Vec::new(),
    remark: |_| None,
    moment: |_, _| None,
    details: |_| {
        vec![
            Detail::new("side", "white"),
            Detail::new("board", "2 pieces").of(vec![
                Detail::new("e1", "king").of(vec![Detail::new("moves", "5")]),
                Detail::new("e8", "king"),
            ]),
            Detail::new("line", "2 moves").of(vec![Detail::new("1", "e2e4"), Detail::new("2", "e7e5")]),
        ]
    },
};

#[test]
fn details_of_an_extension_are_a_tree() {
    let launch = |_: &Attributes| {
        let sources = Memory::new([("t.s", ".z8002\n.text\n.word 0,0x4000,start\nstart: halt\n")]);
        let assembly = assemble(&sources, "t.s", &Options::default()).expect("the program assembles");
        let session = Session::new(Program::assembled(&assembly, &sources, None)?, 4_000_000);
        Ok(Interpreter::new(session, Some(EXTENSION)))
    };
    let mut requests = "launch {\"stopOnEntry\": true}\nscopes {}\n".to_owned();
    for reference in [5, 16, 17, 18, 19] {
        requests += &format!("variables {{\"variablesReference\": {reference}}}\n");
    }
    let messages = served_by(&launch, Cursor::new(lines(&requests)));
    let scopes = response(&messages, 2)["body"]["scopes"].as_array().expect("scopes");
    let scopes: Vec<_> = scopes
        .iter()
        .map(|scope| (&scope["name"], &scope["variablesReference"]))
        .collect();
    let expected = [("Chess", 5), ("Registers", 1), ("Flags", 2), ("Clocks", 3), ("Data", 4)];
    assert_eq!(
        format!("{scopes:?}"),
        format!("{:?}", expected.map(|(name, n)| (json!(name), json!(n))))
    );
    let rows = |seq| response(&messages, seq)["body"]["variables"].clone();
    let row = |name: &str, value: &str, reference: u32| json!({ "name": name, "value": value, "variablesReference": reference });
    assert_eq!(
        rows(3),
        json!([
            row("side", "white", 0),
            row("board", "2 pieces", 16),
            row("line", "2 moves", 17)
        ])
    );
    assert_eq!(rows(4), json!([row("e1", "king", 18), row("e8", "king", 0)]));
    assert_eq!(rows(5), json!([row("1", "e2e4", 0), row("2", "e7e5", 0)]));
    assert_eq!(rows(6), json!([row("moves", "5", 0)]));
    assert_eq!(response(&messages, 7)["message"], "unknown scope 19");
}
