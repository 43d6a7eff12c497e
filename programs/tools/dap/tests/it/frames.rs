//! What a client shows for frames, for registers under the cursor, and for data.

use std::io::Cursor;

use serde_json::Value as Json;
use z8000::cpu::Model;
use z8000_dap::Attributes;
use z8000_debugger::command::Interpreter;

use super::small::Small;
use super::{lines, response, served_by};

/// A program that calls two levels deep, on a stack from 8000h, and has data of all kinds.
const SOURCE: &str = "\
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
start:  ld      r15,#0x8000
        ld      r4,#0x1234
        call    outer
        halt
outer:  push    @r15,r4
        call    inner
        pop     r4,@r15
        ret
inner:  nop
        ret
        .data
        .org    0x1000
ended:  .asciz  \"good\"
two:    .string \"a\\n\", \"b\"
open:   .ascii  \"OK!\"
bytes:  .byte   3, 1, 255
        .even
words:  .word   1, 0x8000, start
one:    .word   7
longs:  .long   1, 0x12345678
buffer: .space  6
four:   .space  4
";

/// A program with an address in segment 3 in RR4.
const SEGMENTED: &str = "\
        .z8001
        .text
        .org    0
        .word   0, 0xc000, 0, 8
start:  ldl     rr4,#0x83001234
there:  nop
        halt
";

fn session(model: Model, requests: &str) -> Vec<Json> {
    let source = if model == Model::Z8001 { SEGMENTED } else { SOURCE };
    let launch = |_: &Attributes| Ok(Interpreter::new(Small::new(model).session(source), None));
    served_by(&launch, Cursor::new(lines(requests)))
}

/// Returns the names and values of the variables in an answer.
fn variables(messages: &[Json], seq: u64) -> Vec<(&str, &str)> {
    let list = response(messages, seq)["body"]["variables"]
        .as_array()
        .expect("variables");
    let text = |one: &'_ Json, name: &str| one[name].as_str().map(str::to_owned);
    assert!(list.iter().all(|one| text(one, "name").is_some()));
    list.iter()
        .map(|one| {
            (
                one["name"].as_str().expect("a name"),
                one["value"].as_str().expect("a value"),
            )
        })
        .collect()
}

/// R15 is 8000h in `start`, and two bytes lower for each pushed word: the return address, R4, the next return address.
#[test]
fn callers_have_their_own_program_counter_and_stack_pointer() {
    let messages = session(
        Model::Z8002,
        r#"
        launch {"stopAt": "inner"}
        configurationDone {}
        stackTrace {}
        scopes {"frameId": 1}
        scopes {"frameId": 2}
        scopes {"frameId": 3}
        variables {"variablesReference": 1}
        variables {"variablesReference": 65537}
        variables {"variablesReference": 131073}
        evaluate {"expression": "pc", "frameId": 2}
        evaluate {"expression": "[r15]", "frameId": 2, "context": "watch"}
        evaluate {"expression": "sp", "frameId": 3, "context": "repl"}
        setVariable {"variablesReference": 65537, "name": "r15", "value": "0"}
        setVariable {"variablesReference": 65537, "name": "r3", "value": "5"}
        "#,
    );
    for (seq, reference) in [(4, 1), (5, 65537), (6, 131_073)] {
        let scopes = &response(&messages, seq)["body"]["scopes"];
        assert_eq!(scopes[0]["variablesReference"], reference);
        assert_eq!(scopes[1]["variablesReference"], 2);
    }
    let frames = &response(&messages, 3)["body"]["stackFrames"];
    for (seq, frame, stack) in [(7, 0, "0x7ffa"), (8, 1, "0x7ffc"), (9, 2, "0x8000")] {
        let found = variables(&messages, seq);
        let value = |name: &str| found.iter().find(|(known, _)| *known == name).expect(name).1;
        let pc = frames[frame]["instructionPointerReference"]
            .as_str()
            .expect("an address");
        assert!(value("pc").starts_with(pc), "{}", value("pc"));
        assert!(value("r15").starts_with(stack), "{}", value("r15"));
        assert!(value("r4").starts_with("0x1234"));
    }
    let result = |seq| response(&messages, seq)["body"]["result"].as_str().expect("a result");
    assert_eq!(
        Some(result(10).split(' ').next().expect("a word")),
        frames[1]["instructionPointerReference"].as_str()
    );
    assert!(result(11).starts_with("0x1234"), "{}", result(11));
    assert!(result(12).starts_with("0x8000"), "{}", result(12));
    let message = "r15 of a caller cannot be set: select the innermost frame";
    assert_eq!(response(&messages, 13)["message"], message);
    assert_eq!(response(&messages, 14)["success"], true);
}

/// A register under the cursor is shown with its halves and, on a Z8001, with the pair that contains an address.
#[test]
fn a_register_under_the_cursor_has_its_parts() {
    let asked = |place: &str| {
        format!(
            r#"
        launch {{"stopAt": "{place}"}}
        configurationDone {{}}
        evaluate {{"expression": "r4", "context": "hover"}}
        evaluate {{"expression": "R15", "context": "hover"}}
        evaluate {{"expression": "r4", "context": "watch"}}
        evaluate {{"expression": "r5", "context": "hover"}}
        "#
        )
    };
    let result = |messages: &[Json], seq| {
        response(messages, seq)["body"]["result"]
            .as_str()
            .unwrap_or_else(|| panic!("{messages:#?}"))
            .to_owned()
    };
    let z8002 = session(Model::Z8002, &asked("outer"));
    assert_eq!(result(&z8002, 3), "0x1234 = 4660, rh4 = 0x12 = 18, rl4 = 0x34 = 52");
    assert_eq!(result(&z8002, 4), "0x7ffe = 32766");
    assert_eq!(result(&z8002, 5), "0x1234 = 4660");
    let z8001 = session(Model::Z8001, &asked("there"));
    assert_eq!(
        result(&z8001, 6),
        "0x1234 = 4660, rh5 = 0x12 = 18, rl5 = 0x34 = 52, rr4 = 0x83001234 = 2197819956 = -2097147340"
    );
    assert!(result(&z8001, 4).contains(", rr14 = 0x"), "{}", result(&z8001, 4));
}

/// The directive and its length determine how data is shown. The current contents count, not those in the source.
#[test]
fn strings_and_arrays_are_shown_as_in_the_source() {
    let messages = session(
        Model::Z8002,
        r#"
        launch {"stopOnEntry": true}
        configurationDone {}
        setExpression {"expression": "byte(open)", "value": "'o'"}
        variables {"variablesReference": 4}
        evaluate {"expression": "words", "context": "hover"}
        evaluate {"expression": "ended", "context": "watch"}
        "#,
    );
    let mut found = variables(&messages, 4);
    found.sort_unstable();
    assert_eq!(
        found,
        [
            ("buffer", "0x0, 0x0, 0x0, 0x0, 0x0, 0x0"),
            ("bytes", "0x3, 0x1, 0xff"),
            ("ended", "\"good\""),
            ("four", "0x00000000 = 0"),
            ("longs", "0x1, 0x12345678"),
            ("one", "0x0007 = 7"),
            ("open", "\"oK!\""),
            ("two", "\"a\\n\", \"b\""),
            ("words", "0x1, 0x8000, 0x6"),
        ]
    );
    let result = |seq| &response(&messages, seq)["body"]["result"];
    assert_eq!(result(5), "0x1, 0x8000, 0x6");
    assert_eq!(result(6), "\"good\"");
}

/// The child of a register, and that of data, is evaluated only when it is opened.
#[test]
fn a_variable_says_what_wrote_it() {
    let messages = session(
        Model::Z8002,
        "launch {\"stopOnEntry\": true}\nconfigurationDone {}\nevaluate {\"expression\": \"step 3\", \"context\": \"repl\"}\n\
         variables {\"variablesReference\": 1}\nvariables {\"variablesReference\": 32776}\n\
         variables {\"variablesReference\": 32777}\nvariables {\"variablesReference\": 4}\n\
         variables {\"variablesReference\": 32827}\ndisconnect {}",
    );
    let registers = &response(&messages, 4)["body"]["variables"];
    assert_eq!(
        (&registers[4]["name"], &registers[4]["variablesReference"]),
        (&"r4".into(), &32776.into())
    );
    let lazy = &response(&messages, 5)["body"]["variables"][0];
    assert_eq!(
        (&lazy["presentationHint"]["lazy"], &lazy["variablesReference"]),
        (&true.into(), &32777.into())
    );
    let opened = variables(&messages, 6);
    let (name, value) = opened[0];
    assert_eq!(name, "written by");
    assert!(
        value.starts_with("r4 = 1234\n  start+4  ld r4,#0x1234  0000 -> 1234"),
        "{value}"
    );
    let data = &response(&messages, 7)["body"]["variables"][0];
    assert_eq!(data["variablesReference"], 32826, "{data}");
    let (name, value) = variables(&messages, 8)[0];
    assert_eq!(name, "written by");
    assert!(value.starts_with("nothing has written to"), "{value}");
}
