//! Transcripts of scripts: one JSON line for each command.

use std::fs::File;

use z8000::cpu::Model;
use z8000_debugger::command::{Form, Interpreter, batch};
use z8000_debugger::session::Session;

use crate::common::{HEAD, program};
use crate::small::Small;

/// A program with a macro, a recursive routine, a loop, a trap, input and output.
const SOURCE: &str = include_str!("programs/sum.s");

fn transcript(script: &str) -> String {
    let session = Session::new(program(SOURCE), 4_000_000);
    let said = answers(session, script, Form::Json);
    // On another machine, the answers are the same, except for those about the machine itself.
    let other = answers(Small::new(Model::Z8002).session(SOURCE), script, Form::Json);
    let of_machine = |line: &&str| line.contains("\"command\":\"info\"");
    for (said, other) in said.lines().zip(other.lines()) {
        assert!(said == other || of_machine(&said), "{said}\n{other}");
    }
    assert_eq!(said.lines().count(), other.lines().count());
    said
}

fn answers(session: Session, script: &str, form: Form) -> String {
    let mut interpreter = Interpreter::new(session, None);
    let mut out = Vec::new();
    batch(&mut interpreter, &mut script.as_bytes(), form, &mut out, &mut |_| false).expect("memory can be written");
    String::from_utf8(out).expect("UTF-8")
}

/// Every command with its answer as text, as a terminal shows it.
#[test]
fn what_a_terminal_shows() {
    let script = "where\nstep\nstep 2\nstack\nregisters\nclocks\nmark\nuntil more\nclocks\nbreak more if r1 == 2 ignore 1\n\
                  watch write result log \"{r2} of {r1}\"\nexception sc 5 once\nrange sum,sum+2\nwhen r2 > 4\nchanges rl1\n\
                  clock 0x1000\nwatch access program 2,1\ndisable 4\nbreakpoints\ncontinue\ncontinue\ndelete all\ndisplay r2\n\
                  display word(result) + 1\nundisplay 1\nout\nstep\nundisplay all\nmemory result,10\nmemory program 0,12\n\
                  memory 0xfff0,64\nfind \"l\"\nfind word 0x6c6c\nfind long 0x656c6c6f in text,text+8\nfind 0x6c 'o' 0\n\
                  find program word 0xa910\nfind -1 -1\ndisassemble\ndisassemble sum,3\nlist\nlist\nlist\nlist sum\n\
                  symbols\nsymbols re\nset rr4 = 0x12345678\nset byte(text) = 'H'\nset word(result) = -2\n\
                  send \"a\\\"b\\n\"\ncontinue\nconsole\norigin result\norigin text,1\norigin 0x5000\ntrace 4\n\
                  counts sum since start\ncounts result since start\ncounts 0x7ff0,16 since start\ncounts text\n\
                  profile since start\nprofile since start 1\nprofile\nprofile since last\nlimit 1\ninfo\nhelp break\nback 3\nwhere\n\
                  back-continue\nwhere\ngoto 20\nback-over\nregisters\nquit";
    insta::assert_snapshot!(answers(Session::new(program(SOURCE), 4_000_000), script, Form::Text));
}

#[test]
fn going_forward_and_back() {
    insta::assert_snapshot!(transcript(
        "where\nstep\nstep 2\nstack\nuntil more\nout\nover\nback\nback-over\nback-out\ngoto 3\n\
         goto 99999\nback 9\nover\nregisters\nclocks\nquit\nwhere"
    ));
}

#[test]
fn breakpoints_of_every_kind() {
    insta::assert_snapshot!(transcript(
        "break more if r1 == 2\nbreak t.s:15\nbreak :14 once\nrange sum,sum+1\nwatch write result\n\
         watch read result,2\nwatch change r15-2,2 ignore 1\nwhen r2 > 4\nchanges rl1\nclock 30\n\
         exception trap\nbreak more log \"R1 {r1}, sum {r2}\"\nbreakpoints\ncontinue\ncontinue\n\
         continue\ncontinue\ncontinue\ncontinue\ncontinue\ncontinue\ncontinue\ncontinue\n\
         continue\ncontinue\nbreakpoints\nback-continue\nback-continue\ndelete 2\ndelete all\nbreakpoints"
    ));
}

#[test]
fn looking_and_changing() {
    insta::assert_snapshot!(transcript(
        "memory result,16\nmemory program 0,8\ndisassemble start,4\nlist more\nprint word(result)\n\
         print sword(result)\nprint byte(text) == 'h' && pword(2) == 0x4000\nprint 1/0\n\
         display r2 + 1\nset r2 = 7\nset word(result) = r2 * 2\nset fcw.c = 1\nset rl0 = 0x5a\n\
         print rl0\nregisters\nmemory result,2\nset 5 = 6\nsend \"x\\n\"\ncontinue\nconsole\n\
         symbols res\nundisplay 1\nhelp step"
    ));
}

/// R0 to R3 are in the first column, with a star after each that has changed since the last stop.
#[test]
fn registers_are_shown_in_columns() {
    let source = format!("{HEAD}start:  ldk r5,#9\n        ld r12,#0x1234\n        cp r5,#9\n        halt\n");
    let mut interpreter = Interpreter::new(Session::new(program(&source), 4_000_000), None);
    let mut text = |line| interpreter.execute(line, &mut |_| false).expect(line).text;
    text("step");
    let rows = |text: String| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    assert_eq!(
        rows(text("registers")),
        [
            " R0 0000    R4 0000    R8 0000   R12 0000",
            " R1 0000    R5 0009*   R9 0000   R13 0000",
            " R2 0000    R6 0000   R10 0000   R14 0000",
            " R3 0000    R7 0000   R11 0000   R15 0000",
            " PC 0008*  FCW 4000   SYS",
        ]
    );
    text("step 2");
    let later = rows(text("registers"));
    assert_eq!(later[0], " R0 0000    R4 0000    R8 0000   R12 1234*");
    assert_eq!(later[1], " R1 0000    R5 0009    R9 0000   R13 0000");
    assert_eq!(later[4], " PC 0010*  FCW 4040*  SYS Z");
}

/// After the halt, PC is after HALT, at an unrelated instruction.
#[test]
fn a_halt_is_shown_where_it_is() {
    let source = format!("{HEAD}start:  nop\n        halt\nother:  nop\n");
    let mut interpreter = Interpreter::new(Session::new(program(&source), 4_000_000), None);
    let mut text = |line| interpreter.execute(line, &mut |_| false).map(|answer| answer.text);
    text("list").expect("lines");
    assert_eq!(
        text("continue").expect("it runs"),
        "the processor has halted\n0008 start+2  t.s:6          halt"
    );
    assert!(text("list").expect("lines").contains(">    6          halt"));
    assert!(text("stack").expect("frames").contains("0008 start+2"));
    assert!(text("disassemble").expect("instructions").starts_with(">0008"));
    assert!(text("print pc").expect("a value").starts_with("pc = 0x000a"));
    // Even at the end of memory.
    let source = format!("{HEAD}start:  nop\n        halt\n");
    let mut interpreter = Interpreter::new(Session::new(program(&source), 4_000_000), None);
    let mut text = |line| interpreter.execute(line, &mut |_| false).map(|answer| answer.text);
    text("continue").expect("it runs");
    assert_eq!(text("break :5").as_deref(), Ok("1 break t.s:5 (0006)"));
    let counts = text("counts since start").expect("a routine");
    assert!(counts.ends_with("start: 15 of 15 clocks since step 0"), "{counts}");
}

#[test]
fn a_command_of_two_names_is_likely_the_second() {
    let mut interpreter = Interpreter::new(Session::new(program(SOURCE), 4_000_000), None);
    for (wrong, meant) in [("stepback", "back"), ("step-over", "over"), ("contineu", "continue")] {
        let error = interpreter.execute(wrong, &mut |_| false).expect_err(wrong).to_string();
        assert!(error.ends_with(&format!("did you mean `{meant}`?")), "{error}");
    }
}

/// A script that limits the clocks of a run does not hang in an endless program.
#[test]
fn a_run_may_have_a_limit() {
    let source = format!("{HEAD}start:  jr      start\n");
    let mut interpreter = Interpreter::new(Session::new(program(&source), 4_000_000), None);
    let mut stop = |line| interpreter.execute(line, &mut |_| false).map(|answer| answer.data);
    // JR takes 6 clocks; the run ends with the instruction in which the limit is exceeded.
    let first = stop("continue 100").expect("it runs");
    assert_eq!((&first["reason"], &first["clocks"]), (&"done".into(), &102.into()));
    stop("break start ignore 2").expect("a place");
    let second = stop("c 100").expect("it runs");
    assert_eq!(
        (&second["reason"], &second["clocks"]),
        (&"breakpoint".into(), &120.into())
    );
    let list = stop("breakpoints").expect("a list")["breakpoints"].clone();
    assert_eq!((&list[0]["id"], list.get(1)), (&1.into(), None));
    assert!(stop("continue x").is_err());
}

/// "hello" is only at `text`; the reset vector contains 4000h at 2.
#[test]
fn bytes_are_found_in_memory() {
    let answers = transcript(
        "find \"hel\"\nfind 'h' 'e' 108\nfind word 0x6865\nfind program word 0x4000\nfind program word 0x4000 in 3,9\n\
         find \"nowhere\"\nfind 0 in 0,0xffff\nfind\nfind 256\nfind \"\"\nfind 1 since start",
    );
    let answers: Vec<serde_json::Value> = answers
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let session = Session::new(program(SOURCE), 4_000_000);
    let text = session.program().symbols.get("text").expect("a symbol").value;
    let found = |n: usize| {
        let list = answers[n]["found"].as_array().expect("a list");
        list.iter()
            .map(|place| place["address"].as_i64().expect("a number"))
            .collect::<Vec<_>>()
    };
    for n in [0, 1, 2] {
        assert_eq!(found(n), [text], "{}", answers[n]);
    }
    assert_eq!((found(3), found(4), found(5)), (vec![2], vec![], vec![]));
    assert_eq!((found(6).len(), &answers[6]["more"]), (100, &serde_json::json!(true)));
    for (answer, message) in answers[7..].iter().zip([
        "expected a string in quotation marks, bytes, `word E` or `long E`",
        "`256` is 256; expected a byte from -128 to 255",
        "the string is empty",
        "unexpected `since start`",
    ]) {
        assert!(
            answer["error"].as_str().is_some_and(|error| error.starts_with(message)),
            "{answer}"
        );
    }
}

#[test]
fn what_the_past_tells() {
    insta::assert_snapshot!(transcript(
        "continue\norigin result\norigin 0x4000\ntrace 3\nprofile since start\ninfo\nmark\nprofile"
    ));
}

#[test]
fn wrong_input_is_reported_and_changes_nothing() {
    // The reason why a file cannot be written is given in the system's words.
    let reason = File::create("/nowhere/at/all").expect_err("no such folder").to_string();
    // The system's words, without the error number.
    let reason = reason.split(" (os error").next().unwrap_or_default();
    let transcript = transcript(
        "\n# a comment\nstpe\nstep x\nstep -1\nbreak\nbreak nowhere\nbreak result\nbreak 7\nbreak x.s:3\n\
         break t.s:999\nbreak more if\nbreak more log text\nbreak more log \"{r99}\"\nbreak more if r1 if r2\n\
         watch write\nwatch look result\nwatch write 0xffff,2\nrange 8,6\nexception flood\nprint\nprint (((\n\
         print 'ab'\nprint r1 r2\nprint 0xfffffffffffffffff\nmemory 0x12345\nmemory 0,0\nset r1\nundisplay 4\n\
         delete 77\nfolded\nlisting /nowhere/at/all\ntrace /nowhere/at/all\nprofile since never\n\
         send x\nwhere now\nhelp nothing\nwhere",
    );
    insta::assert_snapshot!(transcript.replace(reason, "REASON"));
}

#[test]
fn as_text_the_answers_are_those_of_a_terminal() {
    let source = format!("{HEAD}start:  ldk     r1,#5\n        halt\n");
    let mut interpreter = Interpreter::new(Session::new(program(&source), 4_000_000), None);
    let script = "# a comment\nstep\n\nprint r1 + 2\nstpe\nreverse-continue\nprint 1/0\nmark\nquit\nprint r1\n";
    let mut out = Vec::new();
    let failed = batch(
        &mut interpreter,
        &mut script.as_bytes(),
        Form::Text,
        &mut out,
        &mut |_| false,
    );
    assert_eq!(failed.expect("memory can be written"), 3);
    let out = String::from_utf8(out).expect("UTF-8");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(
        lines,
        [
            "> step",
            "0008 start+2  t.s:6          halt",
            "> print r1 + 2",
            "r1 + 2 = 0x7 = 7",
            "> stpe",
            "unknown command `stpe`; did you mean `step`?",
            "> reverse-continue",
            "unknown command `reverse-continue`; did you mean `back-continue`?",
            "> print 1/0",
            "division by zero",
            "  1/0",
            "    ^",
            "> mark",
            "mark at 5 clocks",
            "> quit",
        ]
    );
}
