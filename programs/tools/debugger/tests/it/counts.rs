//! How often lines ran and words were accessed, compared with counts made by hand.

use serde_json::{Value as Json, json};
use z8000_debugger::command::{CommandError, Interpreter};
use z8000_debugger::session::Session;

use crate::common::{HEAD, program};

/// Two rounds of `fill` write three words each, one of them in two halves; both call the macro.
const SOURCE: &str = "
        .macro  bump register
        inc     \\register,#1
        nop
        .endm
start:  ld      r15,#0x8000
        ldk     r1,#10
1:      djnz    r1,1b
        call    fill
        call    fill
        ld      r2,table
        halt
        ! fill - is called twice.
fill:   ld      table,r1; ld table+2,r1
        bump    r3
        jr      nov,2f
        nop
2:      ldb     table+4,rl1
        ldb     table+5,rl1
        bump    r3
        ret
        .data
        .org    0x1000
table:  .word   0, 0, 0, 0
";

fn session() -> Interpreter {
    Interpreter::new(Session::new(program(&format!("{HEAD}{SOURCE}")), 4_000_000), None)
}

fn ask(interpreter: &mut Interpreter, line: &str) -> Result<Json, CommandError> {
    interpreter
        .execute(line, &mut |_| false)
        .map(|answer| Json::Object(answer.data))
}

/// Returns the text, count and clocks of each line in an answer.
fn lines(answer: &Json) -> Vec<(String, u64, u64)> {
    let row = |row: &Json| {
        let text = row["text"].as_str().expect("a text").trim();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        (
            text,
            row["count"].as_u64().unwrap_or(99),
            row["clocks"].as_u64().unwrap_or(99),
        )
    };
    answer["lines"].as_array().expect("lines").iter().map(row).collect()
}

#[test]
fn lines_of_a_routine_are_counted() {
    let mut interpreter = session();
    ask(&mut interpreter, "continue").expect("it halts");
    // LD R,#imm 7, LDK 5, DJNZ 11, CALL 12, LD R,DA 9, HALT 8.
    let own = [
        ("start: ld r15,#0x8000", 1, 7),
        ("ldk r1,#10", 1, 5),
        ("1: djnz r1,1b", 10, 110),
        ("call fill", 1, 12),
        ("call fill", 1, 12),
        ("ld r2,table", 1, 9),
        ("halt", 1, 8),
    ];
    let own = own.map(|(text, count, clocks)| (text.to_owned(), count, clocks));
    assert_eq!(lines(&ask(&mut interpreter, "counts :11").expect("a line")), own);
    // LD DA,R 11 twice, INC 4 and NOP 7, JR 6, LDB DA,R 11, RET 10.
    let called = [
        ("fill: ld table,r1; ld table+2,r1", 2, 44),
        ("bump r3", 2, 22),
        ("jr nov,2f", 2, 12),
        ("nop", 0, 0),
        ("2: ldb table+4,rl1", 2, 22),
        ("ldb table+5,rl1", 2, 22),
        ("bump r3", 2, 22),
        ("ret", 2, 20),
    ];
    let called = called.map(|(text, count, clocks)| (text.to_owned(), count, clocks));
    assert_eq!(
        lines(&ask(&mut interpreter, "counts fill since start").expect("a label")),
        called
    );
    // A line of the macro has run in four expansions.
    let counts = interpreter.counts().expect("they are kept");
    let inc = counts.lines.iter().find(|((_, line), _)| *line == 7).expect("a line");
    assert_eq!((inc.1.count, inc.1.clocks), (4, 16));
    // The counts exist only at the present moment.
    ask(&mut interpreter, "back").expect("it goes back");
    assert!(interpreter.counts().is_none());
}

#[test]
fn a_part_of_the_past_may_be_counted_and_none() {
    let mut interpreter = session();
    let counted = |interpreter: &mut Interpreter, line: &str| {
        let rows = lines(&ask(interpreter, line).expect("counts"));
        rows.iter().map(|(_, count, _)| count).sum::<u64>()
    };
    assert_eq!(counted(&mut interpreter, "counts"), 0);
    let answer = interpreter.execute("counts table", &mut |_| false).expect("an area");
    assert_eq!(answer.text, "nothing has read or written table since step 0");
    for line in ["step 5", "mark", "step 4"] {
        ask(&mut interpreter, line).expect("it steps");
    }
    assert_eq!(counted(&mut interpreter, "counts"), 4);
    assert_eq!(counted(&mut interpreter, "counts since start"), 9);
    ask(&mut interpreter, "goto 3").expect("it goes back");
    assert_eq!(counted(&mut interpreter, "counts"), 0);
}

#[test]
fn words_are_counted() {
    let mut interpreter = session();
    ask(&mut interpreter, "continue").expect("it halts");
    let words = json!([
        { "address": 0x1000, "name": "table", "written": 2, "read": 1 },
        { "address": 0x1002, "name": "table+2", "written": 2, "read": 0 },
        { "address": 0x1004, "name": "table+4", "written": 4, "read": 0 },
    ]);
    // A data label stands for the bytes of its statement.
    for line in ["counts table", "counts 0x1000,8 since start", "counts table,0x100"] {
        let answer = ask(&mut interpreter, line).expect("an area");
        assert_eq!(answer["words"], words, "{line}");
    }
    // One byte of a word that is accessed as a whole is enough.
    let one = ask(&mut interpreter, "counts table+3,1").expect("an area");
    assert_eq!(one["words"], json!([words[1]]));
}

#[test]
fn wrong_places_are_refused() {
    let mut interpreter = session();
    for (line, message) in [
        ("counts nowhere", "unknown symbol `nowhere`"),
        ("counts t.s:999", "t.s:999: no instruction"),
        ("counts 0x8000", "no routine at 8000"),
        ("counts table,0", "the number of bytes must be at least 1"),
        ("counts 0xffff,2", "the area extends past address 0xffff"),
        ("counts since never", "expected start, mark or last, found `never`"),
        ("counts fill if r1", "unexpected `if`"),
    ] {
        let error = ask(&mut interpreter, line).expect_err(line).to_string();
        assert!(error.starts_with(message), "{line}: {error}");
    }
}
