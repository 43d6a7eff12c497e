//! The effects of requests: stepping by units, traps, breakpoints of the console.

use std::collections::BTreeSet;
use std::io::Cursor;

use serde_json::{Value as Json, json};
use z8000_asm::{Memory, Options, assemble};
use z8000_dap::Attributes;
use z8000_debugger::command::Interpreter;
use z8000_debugger::program::Program;
use z8000_debugger::session::Session;

use super::{events, response, served_by, session};

/// Returns the line of the first stack frame in a response.
fn line(messages: &[Json], seq: u64) -> u64 {
    let frames = &response(messages, seq)["body"]["stackFrames"];
    frames[0]["line"].as_u64().unwrap_or_else(|| panic!("{frames}"))
}

/// Runs to a line and makes motions, requesting the current line after each. The first returned line is the starting
/// point.
fn lines(from: u64, motions: &[&str]) -> Vec<u64> {
    let mut requests = format!(
        r#"
        initialize {{"linesStartAt1": true}}
        launch {{"stopAt": "loop.s:{from}"}}
        configurationDone {{}}
        stackTrace {{}}"#
    );
    for motion in motions {
        requests += &format!("\n{motion}\nstackTrace {{}}");
    }
    let messages = session(&requests);
    let asked = (0..=motions.len() as u64).map(|motion| 4 + 2 * motion);
    asked.map(|seq| line(&messages, seq)).collect()
}

const STATEMENT: &str = "next {}";
const INSTRUCTION: &str = r#"next {"granularity": "instruction"}"#;

#[test]
fn a_step_goes_over_a_unit() {
    // Line 12 has two instructions, line 13 a macro with the lines 6 and 7.
    let whole = r#"next {"granularity": "line"}"#;
    assert_eq!(lines(12, &[INSTRUCTION; 5]), [12, 12, 6, 7, 14, 15]);
    assert_eq!(lines(12, &[STATEMENT; 4]), [12, 6, 7, 14, 15]);
    assert_eq!(lines(12, &[whole; 3]), [12, 6, 14, 15]);
}

#[test]
fn a_step_back_is_the_reverse_of_the_last_step() {
    let (into, back) = ("stepIn {}", "stepBack {}");
    // Over the call in line 11, and back over it.
    assert_eq!(lines(11, &[STATEMENT, back]), [11, 12, 11]);
    // Into the call and back out of it; after a step into calls, a step back enters what has returned.
    assert_eq!(lines(11, &[into, back]), [11, 17, 11]);
    assert_eq!(lines(11, &[STATEMENT, into, back, back]), [11, 12, 6, 12, 22]);
    // From the middle of a unit back to its beginning.
    assert_eq!(lines(12, &[INSTRUCTION, back]), [12, 12, 12]);
    let line = r#"stepBack {"granularity": "line"}"#;
    assert_eq!(lines(14, &[line, line]), [14, 6, 12]);
}

#[test]
fn hit_conditions_choose_hits() {
    let counts = |condition: &str, stops: usize| {
        let breakpoint = json!({ "line": 15, "hitCondition": condition });
        let begin = format!(
            r#"
            launch {{"stopOnEntry": true}}
            configurationDone {{}}
            setBreakpoints {{"source": {{"name": "loop.s"}}, "breakpoints": [{breakpoint}]}}
            setFunctionBreakpoints {{"breakpoints": [{{"name": "sum", "condition": "r9 == 20"}}]}}"#
        );
        let stop = "\ncontinue {}\nevaluate {\"expression\": \"r9\"}";
        let messages = session(&(begin + &stop.repeat(stops)));
        let asked = (0..stops as u64).map(|stop| 6 + 2 * stop);
        let value = |seq| {
            let text = response(&messages, seq)["body"]["result"]
                .as_str()
                .expect("a value")
                .to_owned();
            text.split(" = ").nth(1).and_then(|number| number.parse::<u64>().ok())
        };
        asked.map(|seq| value(seq).expect("a number")).collect::<Vec<_>>()
    };
    // R9 counts the traps after line 15: at hit n it is n - 1.
    assert_eq!(counts("3", 3), [2, 3, 4]);
    assert_eq!(counts("> 3", 2), [3, 4]);
    assert_eq!(counts("% 3", 3), [2, 5, 8]);
    assert_eq!(counts("== 3", 2), [2, 20]);
    let conditions = ["5", " >= 5", ">5", "0", "== 5", "=5", "% 5"];
    let hits = [[4, 5], [4, 5], [5, 6], [0, 1], [4, 20], [4, 20], [4, 9]];
    for (condition, hits) in conditions.into_iter().zip(hits) {
        assert_eq!(counts(condition, 2), hits, "{condition}");
    }
}

#[test]
fn wrong_hit_conditions_are_refused() {
    let conditions = ["five", "% 0", "< 5", "== -1", "5 5", "%", ""];
    let breakpoints = conditions.map(|condition| json!({ "line": 15, "hitCondition": condition }));
    let arguments = json!({ "source": { "name": "loop.s" }, "breakpoints": breakpoints });
    let messages = session(&format!("launch {{\"stopOnEntry\": true}}\nsetBreakpoints {arguments}"));
    let answers = &response(&messages, 2)["body"]["breakpoints"];
    for (index, condition) in conditions[..6].iter().enumerate() {
        let reason = format!("invalid hit count `{condition}`: write 5, >= 5, > 5, == 5 or % 5");
        assert_eq!(answers[index]["message"], reason);
        assert_eq!(answers[index]["verified"], false);
    }
    // An empty text is treated as omitted.
    assert_eq!(answers[6]["verified"], true);
}

#[test]
fn a_trap_says_what_it_was_and_where() {
    let messages = session(
        r#"
        launch {"stopOnEntry": true}
        configurationDone {}
        exceptionInfo {"threadId": 1}
        setExceptionBreakpoints {"filters": ["trap"]}
        continue {}
        exceptionInfo {"threadId": 1}
        next {}
        exceptionInfo {"threadId": 1}
        "#,
    );
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
    let messages = session(
        r#"
        initialize {"supportsInvalidatedEvent": true, "supportsMemoryEvent": true}
        launch {"stopOnEntry": true}
        configurationDone {}
        readMemory {"memoryReference": "data:0x1000", "count": 4}
        evaluate {"expression": "print r1", "context": "repl"}
        evaluate {"expression": "break loop.s:14 if r3 == 8", "context": "repl"}
        evaluate {"expression": "disable 1", "context": "repl"}
        evaluate {"expression": "set small = 1", "context": "repl"}
        evaluate {"expression": "set byte(small) = 7", "context": "repl"}
        evaluate {"expression": "enable 1", "context": "repl"}
        continue {}
        setBreakpoints {"source": {"name": "loop.s"}, "breakpoints": [{"line": 14}, {"line": 15}]}
        evaluate {"expression": "breakpoints", "context": "repl"}
        evaluate {"expression": "disable 2", "context": "repl"}
        evaluate {"expression": "delete 2", "context": "repl"}
        setBreakpoints {"source": {"name": "loop.s"}, "breakpoints": []}
        evaluate {"expression": "breakpoints", "context": "repl"}
        "#,
    );
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
    // `set small` is rejected, because a label is a number.
    assert_eq!(response(&messages, 8)["success"], false);
    assert_eq!(events(&messages, "invalidated").len(), 1);
    let all = json!({ "memoryReference": "data:0x1000", "offset": -0x1000, "count": 0x80_0000 });
    assert_eq!(events(&messages, "memory"), [&all]);
    // The client has adopted the breakpoint with its condition, and finally removed all.
    let list = response(&messages, 13)["body"]["result"]
        .as_str()
        .expect("a list")
        .to_owned();
    assert!(list.contains("if r3 == 8") && list.contains("loop.s:15"), "{list}");
    assert_eq!(response(&messages, 17)["body"]["result"], "");
}

/// A client displays output and answers in the same console.
#[test]
fn output_is_told_once() {
    let messages = session(
        r#"
        launch {"stopAt": "again"}
        configurationDone {}
        setExpression {"expression": "pc", "value": "say"}
        setExpression {"expression": "rl0", "value": "'x'"}
        evaluate {"expression": "break say log \"saying\"", "context": "repl"}
        evaluate {"expression": "until said", "context": "repl"}
        evaluate {"expression": "break said", "context": "repl"}
        continue {}
        evaluate {"expression": "continue", "context": "repl"}
        evaluate {"expression": "console", "context": "repl"}
        "#,
    );
    let told = events(&messages, "output");
    let told = |category| told.iter().filter(|body| body["category"] == category).count();
    assert_eq!((told("stdout"), told("console")), (3, 2));
    for seq in [6, 9] {
        let answer = response(&messages, seq)["body"]["result"].as_str().expect("a text");
        assert!(
            answer.contains("said") && !answer.contains("console:") && !answer.contains("saying"),
            "{answer}"
        );
    }
    assert_eq!(response(&messages, 10)["body"]["result"], "xxx");
}

/// The memory ends at 0xffff. Its bytes are those of `small`, 1 and 2, and zeros.
#[test]
fn memory_is_read_as_far_as_there_is_one() {
    for (reference, offset, count, data, unreadable) in [
        ("data:0x1003", 0, 3, "AAEC", 0),
        ("data:0x1003", 1, 2, "AQI=", 0),
        ("data:0x1004", 0, 1, "AQ==", 0),
        ("data:0x1006", -2, 2, "AQI=", 0),
        ("data:0x1004", 0, 0, "", 0),
        ("data:0xfffe", 0, 2, "AAA=", 0),
        ("data:0xfffe", 0, 3, "AAA=", 1),
        ("data:0xffff", 0, 9, "AA==", 8),
        // Before the memory: the number of bytes that can be skipped.
        ("data:0x1000", -0x1004, 2, "", 2),
        ("data:0x1000", -0x1004, 9, "", 4),
    ] {
        let messages = session(&format!(
            r#"
            launch {{"stopOnEntry": true}}
            readMemory {{"memoryReference": "{reference}", "offset": {offset}, "count": {count}}}
            "#
        ));
        let body = &response(&messages, 2)["body"];
        let found = (body["data"].as_str().or(Some("")), body["unreadableBytes"].as_u64());
        assert_eq!(found, (Some(data), Some(unreadable)), "{reference} {offset} {count}");
    }
}

#[test]
fn data_have_the_width_of_their_statement() {
    let messages = session(
        r#"
        launch {"stopOnEntry": true}
        dataBreakpointInfo {"name": "total"}
        dataBreakpointInfo {"name": "small"}
        dataBreakpointInfo {"name": "byte(small)"}
        variables {"variablesReference": 4}
        setVariable {"variablesReference": 4, "name": "total", "value": "0x12345678"}
        readMemory {"memoryReference": "data:0x1000", "count": 4}
        setVariable {"variablesReference": 1, "name": "r1", "value": "99999"}
        setVariable {"variablesReference": 1, "name": "pc", "value": "3"}
        "#,
    );
    let id = |seq| response(&messages, seq)["body"]["dataId"].clone();
    assert_eq!(
        (id(2), id(3), id(4)),
        (json!("data:0x1000:4"), json!("data:0x1004:2"), json!("data:0x1004:1"))
    );
    assert_eq!(response(&messages, 7)["body"]["data"], "EjRWeA==");
    let message = |seq| response(&messages, seq)["message"].clone();
    assert_eq!(
        message(8),
        "`r1 = 99999`: 99999 is out of range: expected -32768 to 65535"
    );
    assert_eq!(
        message(9),
        "`pc = 3`: 0x3 is odd: instructions must begin at even addresses"
    );
}

/// A program in a single memory, with data among the instructions and in a separate section.
const ONE_MEMORY: &str = "
        .z8002
        .text
        .word   0, 0x4000, start
start:  ld      r1,near
        inc     far,#1
        halt
near:   .word   5
table:  .byte   1
        .even
        .data
far:    .word   7
wide:   .long   0x10002
";

/// Wherever an editor requests it, a data label in a statement is shown with its data.
#[test]
fn a_label_of_data_is_the_data() {
    let launch = |_: &Attributes| {
        let sources = Memory::new([("t.s", ONE_MEMORY)]);
        let assembly = assemble(&sources, "t.s", &Options::default()).expect("the program assembles");
        Ok(Interpreter::new(
            Session::new(Program::assembled(&assembly, &sources, None)?, 4_000_000),
            None,
        ))
    };
    let labels = [("near", 5, 2), ("table", 1, 1), ("far", 7, 2), ("wide", 65538, 4)];
    let mut requests = "launch {\"stopOnEntry\": true}\nvariables {\"variablesReference\": 4}\n".to_owned();
    for (label, ..) in labels {
        requests +=
            &format!("evaluate {{\"expression\": \"{label}\"}}\ndataBreakpointInfo {{\"name\": \"{label}\"}}\n");
    }
    requests += "setExpression {\"expression\": \"near\", \"value\": \"9\"}\nevaluate {\"expression\": \"near\"}\n\
                 evaluate {\"expression\": \"start\"}\n";
    let messages = served_by(&launch, Cursor::new(crate::lines(&requests)));
    let scope = response(&messages, 2)["body"]["variables"].as_array().expect("a list");
    assert_eq!(scope.len(), labels.len(), "{scope:?}");
    let says = |seq, value: i64| {
        let text = response(&messages, seq)["body"]["result"].as_str().expect("a text");
        assert!(text.ends_with(&format!(" = {value}")), "{text}");
    };
    for ((label, value, bytes), seq) in labels.into_iter().zip((3..).step_by(2)) {
        let shown = scope.iter().find(|one| one["name"] == label);
        let shown = shown.unwrap_or_else(|| panic!("{label}"));
        let (hover, watch) = (&response(&messages, seq)["body"], &response(&messages, seq + 1)["body"]);
        assert_eq!(hover["result"], shown["value"], "{label}");
        says(seq, value);
        let reference = hover["memoryReference"].as_str().expect("a reference");
        assert_eq!(shown["memoryReference"], reference, "{label}");
        assert_eq!(watch["dataId"], format!("{reference}:{bytes}"), "{label}");
    }
    says(12, 9);
    assert!(response(&messages, 13)["body"].get("memoryReference").is_none());
}

/// Each row has a distinct address, even before the memory; an invalid line does not affect the others.
#[test]
fn what_is_outside_is_told_apart() {
    let messages = session(
        r#"
        launch {"stopOnEntry": true}
        disassemble {"memoryReference": "0x0004", "instructionOffset": -8, "instructionCount": 12}
        disassemble {"memoryReference": "0xfffc", "instructionCount": 6}
        writeMemory {"memoryReference": "data:0xffff", "data": "AQID", "allowPartial": true}
        writeMemory {"memoryReference": "data:0xffff", "data": "AQID"}
        setBreakpoints {"source": {"name": "loop.s"}, "breakpoints": [{"line": -3}, {"line": 15}, {"line": 99999999999}]}
        "#,
    );
    for seq in [2, 3] {
        let rows = response(&messages, seq)["body"]["instructions"]
            .as_array()
            .expect("a list");
        let addresses: BTreeSet<&str> = rows.iter().filter_map(|row| row["address"].as_str()).collect();
        assert_eq!(addresses.len(), rows.len(), "{rows:#?}");
    }
    assert_eq!(response(&messages, 4)["body"]["bytesWritten"], 1);
    assert_eq!(response(&messages, 5)["success"], false);
    let set = response(&messages, 6)["body"]["breakpoints"]
        .as_array()
        .expect("a list");
    let verified: Vec<_> = set.iter().map(|one| one["verified"].as_bool()).collect();
    assert_eq!(verified, [Some(false), Some(true), Some(false)], "{set:#?}");
}

#[test]
fn completions_know_commands_symbols_and_files() {
    let messages = session(
        r#"
        launch {"stopOnEntry": true}
        completions {"text": "back-o", "column": 7}
        completions {"text": "break \ud83d\ude00 sm", "column": 12}
        completions {"text": "until loo + 1", "column": 10}
        completions {"text": "zz", "column": 3}
        "#,
    );
    let targets = |seq| response(&messages, seq)["body"]["targets"].clone();
    let target = |label: &str, start: u64, length: u64| json!({ "label": label, "start": start, "length": length });
    assert_eq!(targets(2), json!([target("back-out", 1, 6), target("back-over", 1, 6)]));
    assert_eq!(targets(3), json!([target("small", 10, 2)]));
    assert_eq!(targets(4), json!([target("loop.s", 7, 3)]));
    assert_eq!(targets(5), json!([]));
}

#[test]
fn a_program_gets_the_answers_to_commands_as_json() {
    let messages = session(
        r#"
        launch {"stopOnEntry": true}
        configurationDone {}
        evaluate {"expression": "until sum", "context": "json"}
        evaluate {"expression": "nonsense", "context": "json"}
        "#,
    );
    let answer = |seq| -> Json {
        let result = response(&messages, seq)["body"]["result"].as_str();
        serde_json::from_str(result.expect("a text")).expect("JSON")
    };
    assert_eq!((&answer(3)["ok"], &answer(3)["name"]), (&json!(true), &json!("sum")));
    assert_eq!(
        (&answer(4)["ok"], &answer(4)["command"]),
        (&json!(false), &json!("nonsense"))
    );
    assert_eq!(events(&messages, "stopped").len(), 2);
}

/// The commands that fail, taken from the debugger's tests.
const WRONG: &str = include_str!("../../../debugger/tests/wrong.txt");

#[test]
fn a_command_that_fails_changes_nothing() {
    let wrong: Vec<&str> = WRONG.lines().filter(|line| !line.starts_with('#')).collect();
    for begin in ["", "next {}\nnext {}\nstepBack {}\n"] {
        let asks = |line: &str| {
            let line = json!({ "expression": line, "context": "repl" });
            format!("evaluate {line}\n")
        };
        let state = [
            "where",
            "registers",
            "clocks",
            "breakpoints",
            "memory 0x1000",
            "console",
        ]
        .map(asks);
        let state = state.concat() + "stackTrace {}\n";
        let tried: Vec<String> = wrong.iter().map(|line| asks(line)).collect();
        let start = format!("initialize {{}}\nlaunch {{\"stopAt\": \"loop.s:12\"}}\nconfigurationDone {{}}\n{begin}");
        let messages = session(&format!("{start}{state}{}{state}", tried.concat()));
        let (first, asked) = (start.lines().count() as u64 + 1, state.lines().count() as u64);
        for (line, seq) in wrong.iter().zip(first + asked..) {
            assert_eq!(response(&messages, seq)["success"], false, "{line}");
        }
        for seq in first..first + asked {
            let then = seq + asked + wrong.len() as u64;
            assert_eq!(response(&messages, seq)["body"], response(&messages, then)["body"]);
        }
    }
}

#[test]
fn there_is_no_way_out_of_a_routine_without_a_caller() {
    let requests = "initialize {}\nlaunch {\"stopAt\": \"loop.s:12\"}\nconfigurationDone {}\nstepOut {}\nstackTrace {}";
    let messages = session(requests);
    let refused = response(&messages, 4);
    assert_eq!(refused["success"], false, "{refused}");
    assert_eq!(refused["message"], "the current routine has no caller to return to");
    assert_eq!(line(&messages, 5), 12);
}

#[test]
fn a_handler_has_its_caller() {
    // SC #5 is in line 15, and its handler in lines 22 and 23.
    let requests = r#"
        initialize {}
        launch {}
        setExceptionBreakpoints {"filters": ["sc"]}
        configurationDone {}
        continue {}
        stackTrace {}
        stepOut {}
        stackTrace {}"#;
    let messages = session(requests);
    let frames = &response(&messages, 6)["body"]["stackFrames"];
    let names = [&frames[0]["name"], &frames[1]["name"]].map(|name| name.as_str().unwrap_or_default());
    assert_eq!(names, ["trap", "start+22 (SC #5)"]);
    assert_eq!(response(&messages, 8)["body"]["stackFrames"][0]["name"], "start+24");
}

/// A source that the client cannot open is identified by a reference: in the protocol, 0 means no reference. Lines are
/// counted from 0 here.
#[test]
fn a_source_without_a_path_is_known_by_its_reference() {
    let messages = session(
        r#"
        initialize {"linesStartAt1": false}
        launch {"stopOnEntry": true}
        loadedSources {}
        source {"sourceReference": 1}
        source {"source": {"sourceReference": 1}, "sourceReference": 9}
        source {"sourceReference": 2}
        source {"sourceReference": 0}
        breakpointLocations {"source": {"sourceReference": 1}, "line": 11, "endLine": 13}
        breakpointLocations {"source": {"sourceReference": 1}, "line": 11}
        breakpointLocations {"source": {"sourceReference": 2, "name": "loop.s"}, "line": 0, "endLine": 9}
        breakpointLocations {"source": {"sourceReference": 0, "name": "loop.s"}, "line": 1, "endLine": 7}
        breakpointLocations {"source": {"sourceReference": 2}, "line": 11}
        breakpointLocations {"source": {"sourceReference": 0}, "line": 11}
        breakpointLocations {"source": {"sourceReference": 1, "name": "other.s"}, "line": 14}
        gotoTargets {"source": {"sourceReference": 1}, "line": 11}
        setBreakpoints {"source": {"sourceReference": 1}, "breakpoints": [{"line": 14}]}
        goto {"threadId": 1, "targetId": 28}
        stackTrace {}"#,
    );
    let body = |seq| &response(&messages, seq)["body"];
    let sources = json!([{ "name": "loop.s", "sourceReference": 1 }]);
    assert_eq!(body(3)["sources"], sources);
    for seq in [4, 5] {
        assert_eq!(body(seq)["content"], super::SOURCE.trim_end());
    }
    for (seq, reason) in [
        (6, "unknown source"),
        (7, "unknown source"),
        (12, "the source has neither a path nor a name"),
        (13, "the source has neither a path nor a name"),
    ] {
        assert_eq!(response(&messages, seq)["message"], reason, "{seq}");
    }
    for (seq, lines) in [
        (8, &[11, 12, 13][..]),
        (9, &[11]),
        (10, &[5, 6, 8, 9]),
        (11, &[5, 6]),
        (14, &[14]),
    ] {
        let lines: Vec<Json> = lines.iter().map(|line| json!({ "line": line })).collect();
        assert_eq!(body(seq)["breakpoints"], json!(lines), "{seq}");
    }
    // The vectors take 16 bytes, LD to R15 4, LDK 2, CALL 4: CLR is at 26, INC at 28.
    let target = |id: u32, label: &str, reference: &str| json!({ "id": id, "label": label, "line": 11, "instructionPointerReference": reference });
    let targets = [target(26, "start+10", "0x001a"), target(28, "start+12", "0x001c")];
    assert_eq!(body(15)["targets"], json!(targets));
    assert_eq!(
        (
            &body(16)["breakpoints"][0]["verified"],
            &body(16)["breakpoints"][0]["line"]
        ),
        (&json!(true), &json!(14))
    );
    let frame = &body(18)["stackFrames"][0];
    assert_eq!((&frame["line"], &frame["name"]), (&json!(11), &json!("start+12")));
    assert_eq!(frame["source"], sources[0]);
}

/// After a motion in the console, the program is no longer at a trap, and the next step back goes over calls again.
#[test]
fn a_motion_in_the_console_begins_anew() {
    let console = |line: &str| format!("evaluate {}\n", json!({ "expression": line, "context": "repl" }));
    let begin = "initialize {}\nlaunch {}\nsetExceptionBreakpoints {\"filters\": [\"sc\"]}\nconfigurationDone {}\n";
    let messages = session(
        &(begin.to_owned()
            + "exceptionInfo {}\n"
            + &console("print r1")
            + "exceptionInfo {}\n"
            + &console("back")
            + "exceptionInfo {}"),
    );
    let successes = [5, 6, 7, 8, 9].map(|seq| response(&messages, seq)["success"].as_bool());
    assert_eq!(successes, [Some(true), Some(true), Some(true), Some(true), Some(false)]);
    // Line 11 calls `sum`. A step enters it, the console runs to line 12, and a step back goes over the call.
    let begin = "initialize {}\nlaunch {\"stopAt\": \"loop.s:11\"}\nconfigurationDone {}\nstepIn {}\n";
    for (between, expected) in [("until loop.s:12", 11), ("print r1", 11)] {
        let messages = session(&(begin.to_owned() + &console(between) + "stepBack {}\nstackTrace {}"));
        assert_eq!(line(&messages, 7), expected, "{between}");
    }
}

/// A request that interrupts a run is answered, and the run continues unless the request pauses it.
#[test]
fn a_run_continues_after_an_answer_unless_it_is_paused() {
    let begin = "initialize {}\nlaunch {\"stopOnEntry\": true}\nconfigurationDone {}\n\
                 setExpression {\"expression\": \"pc\", \"value\": \"say\"}\n";
    let messages = session(&format!(
        "{begin}continue {{}}\nthreads {{}}\nscopes {{}}\npause {{}}\npause {{}}\nstackTrace {{}}"
    ));
    let stops: Vec<_> = events(&messages, "stopped")
        .iter()
        .map(|body| (&body["reason"], &body["text"]))
        .collect();
    let [entry, pause] = [("entry", "at the first instruction"), ("pause", "interrupted")];
    let json = |(reason, text): (&str, &str)| (json!(reason), json!(text));
    let expected = [json(entry), json(pause)];
    assert_eq!(
        stops,
        [(&expected[0].0, &expected[0].1), (&expected[1].0, &expected[1].1)]
    );
    assert_eq!(line(&messages, 10), 25);
}
