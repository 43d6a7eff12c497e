//! Each entry of a list is answered independently of the others; and the filters for exceptions.

use serde_json::{Value as Json, json};

use super::{events, response, session};

/// Returns, for each entry of an answer, true, or the reason why it was not set.
fn answers(request: &str) -> Vec<Json> {
    let messages = session(&format!(
        "launch {{\"stopOnEntry\": true}}\nconfigurationDone {{}}\n{request}"
    ));
    let answer = response(&messages, 3);
    assert_eq!(answer["success"], true, "{answer}");
    let list = answer["body"]["breakpoints"].as_array().expect("a list");
    let said = |one: &Json| {
        if one["verified"] == true {
            json!(true)
        } else {
            one["message"].clone()
        }
    };
    list.iter().map(said).collect()
}

#[test]
fn a_wrong_entry_costs_only_itself() {
    let place = "write 0x1a78, program:0x1a78, data:0x1000 or <<5>>0x1000";
    for (request, expected) in [
        (
            r#"setInstructionBreakpoints {"breakpoints": [{"instructionReference": "x"}, {"instructionReference": "0x001c"}, {}, 5]}"#,
            vec![
                json!(format!("instructionReference: invalid address `x`: {place}")),
                json!(true),
                json!("missing field `instructionReference`"),
                json!("invalid type: integer `5`, expected struct InstructionBreakpoint"),
            ],
        ),
        (
            r#"setDataBreakpoints {"breakpoints": [{"dataId": "data:0x1000:4"}, {"dataId": "x"}, {"dataId": "data:0x1000:1", "accessType": "look"}]}"#,
            vec![
                json!(true),
                json!("unknown dataId `x`"),
                json!("accessType: unknown variant `look`, expected one of `read`, `write`, `readWrite`"),
            ],
        ),
        (
            r#"setFunctionBreakpoints {"breakpoints": [{"name": 3}, {"name": "sum"}, {"name": "sum", "condition": "r1 +"}]}"#,
            vec![
                json!("name: invalid type: integer `3`, expected a string"),
                json!(true),
                json!("expected an operand"),
            ],
        ),
        (
            r#"setBreakpoints {"source": {"name": "loop.s"}, "breakpoints": [{"line": -1}, {"line": 12}, {"line": 4294967296}, {"line": "12"}]}"#,
            vec![
                json!("there is no line -1"),
                json!(true),
                json!("there is no line 4294967296"),
                json!("line: invalid type: string \"12\", expected i64"),
            ],
        ),
        (
            r#"setExceptionBreakpoints {"filters": ["sc", 4], "filterOptions": [{"filterId": "nvi", "condition": "r1 == 1"}, {"filterId": "trap", "condition": "r99"}, {}]}"#,
            vec![
                json!(true),
                json!("invalid type: integer `4`, expected a string"),
                json!(true),
                json!("unknown symbol `r99`"),
                json!("missing field `filterId`"),
            ],
        ),
    ] {
        let said = answers(request);
        assert_eq!(said.len(), expected.len(), "{request}");
        for (said, expected) in said.iter().zip(&expected) {
            let fits = match (said.as_str(), expected.as_str()) {
                (Some(said), Some(expected)) => said.contains(expected),
                _ => said == expected,
            };
            assert!(fits, "{request}: {said}, not {expected}");
        }
    }
}

/// The trap occurs once in each round, after which R9 has counted it.
#[test]
fn a_filter_has_a_condition() {
    let messages = session(
        r#"
        initialize {}
        launch {"stopOnEntry": true}
        configurationDone {}
        setExceptionBreakpoints {"filters": [], "filterOptions": [{"filterId": "sc", "condition": "r9 == 4"}]}
        continue {}
        evaluate {"expression": "r9"}
        "#,
    );
    let body = &response(&messages, 1)["body"];
    assert_eq!(body["supportsExceptionFilterOptions"], true);
    assert_eq!(body["exceptionBreakpointFilters"][0]["supportsCondition"], true);
    assert_eq!(events(&messages, "stopped")[1]["reason"], "exception");
    assert_eq!(response(&messages, 6)["body"]["result"], "0x0004 = 4");
}

/// A stop caused by a console command is reported like one after a request, and the end of a session only once.
#[test]
fn commands_of_the_console_stop_for_their_reasons() {
    let messages = session(
        r#"
        launch {"stopOnEntry": true}
        configurationDone {}
        setFunctionBreakpoints {"breakpoints": [{"name": "sum"}]}
        setExceptionBreakpoints {"filters": ["sc"]}
        evaluate {"expression": "continue", "context": "repl"}
        evaluate {"expression": "goto 1", "context": "repl"}
        evaluate {"expression": "delete 1", "context": "repl"}
        evaluate {"expression": "continue", "context": "json"}
        exceptionInfo {}
        evaluate {"expression": "quit", "context": "repl"}
        continue {}
        evaluate {"expression": "quit", "context": "repl"}
        terminate {}
        next {}
        "#,
    );
    let stops = events(&messages, "stopped");
    let reasons: Vec<&Json> = stops.iter().map(|stop| &stop["reason"]).collect();
    assert_eq!(reasons, ["entry", "function breakpoint", "goto", "exception"]);
    assert_eq!(response(&messages, 9)["body"]["exceptionId"], "system call");
    let ends = messages.iter().filter(|message| message["event"] == "terminated");
    assert_eq!(ends.count(), 1);
    for seq in [11, 14] {
        assert_eq!(
            response(&messages, seq)["message"],
            "the session has ended: launch the program again"
        );
    }
}
