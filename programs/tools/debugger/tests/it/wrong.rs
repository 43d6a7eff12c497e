//! Failing commands change nothing.

use z8000_debugger::command::{Form, GROUPS, Interpreter, batch};
use z8000_debugger::session::Session;

use crate::common::{HEAD, program};

const SOURCE: &str = "
start:  ld      r15,#0x8000
        ld      r1,#5
        call    sum
        ld      result,r1
        inc     r1,#1
        halt
sum:    add     r1,r1
        ret
        .data
        .org    0x1000
result: .word   0
";

/// Returns the commands that fail, without comments, and each command that takes no arguments, with one.
fn wrong() -> Vec<String> {
    let listed = include_str!("../wrong.txt")
        .lines()
        .filter(|line| !line.starts_with('#'));
    let all = GROUPS.iter().flat_map(|group| group.commands);
    let bare = all.filter(|command| command.arguments.is_empty());
    listed
        .map(str::to_owned)
        .chain(bare.map(|command| format!("{} now", command.name)))
        .collect()
}

fn interpreter(begin: &[&str]) -> Interpreter {
    let mut interpreter = Interpreter::new(Session::new(program(&format!("{HEAD}{SOURCE}")), 4_000_000), None);
    for line in begin {
        interpreter.execute(line, &mut |_| false).expect(line);
    }
    interpreter
}

/// Returns everything that a command can change.
fn state(interpreter: &Interpreter) -> String {
    let session = &interpreter.session;
    let bytes = |program: bool| -> Vec<u8> {
        (0..=0xFFFF)
            .map(|at: u16| session.look().byte(program, at.into()))
            .collect()
    };
    format!(
        "{:?}",
        (
            session.cpu().state(),
            (session.now(), session.mark(), session.last(), session.furthest()),
            (session.before().state(), session.snapshots(), session.revision()),
            (
                session.breakpoints.list(),
                session.breakpoints.next(),
                session.displayed()
            ),
            (
                session.console().added(),
                session.notes.added(),
                interpreter.memory_address
            ),
            (
                interpreter.finished(),
                interpreter.unfinished(),
                interpreter.counts().is_some()
            ),
            (bytes(true), bytes(false)),
        )
    )
}

/// The commands executed before the failing ones.
const BEGINNINGS: [&[&str]; 2] = [
    &[],
    &[
        "break sum",
        "display r1",
        "continue",
        "out",
        "step",
        "mark",
        "back",
        "memory result",
        "delete all",
    ],
];

#[test]
fn a_command_that_fails_changes_nothing() {
    for begin in BEGINNINGS {
        let mut interpreter = interpreter(begin);
        let before = state(&interpreter);
        for line in wrong() {
            let outcome = interpreter.execute(&line, &mut |_| false);
            assert!(outcome.is_err(), "{line}: {outcome:?}");
            assert!(state(&interpreter) == before, "{line} has changed something");
        }
    }
}

#[test]
fn in_a_script_each_is_an_error_and_the_next_command_is_as_before() {
    for begin in BEGINNINGS {
        let answer = |line: &str| {
            let mut interpreter = interpreter(begin);
            let script = format!("{line}\nwhere\nregisters\n");
            let mut out = Vec::new();
            batch(
                &mut interpreter,
                &mut script.as_bytes(),
                Form::Json,
                &mut out,
                &mut |_| false,
            )
            .expect("memory can be written");
            let out = String::from_utf8(out).expect("UTF-8");
            let lines = out.lines().map(str::to_owned);
            lines.collect::<Vec<_>>()
        };
        let expected = answer("# nothing");
        for line in wrong() {
            let said = answer(&line);
            assert!(said[0].contains("\"ok\":false"), "{}", said[0]);
            assert_eq!(said[1..], expected, "{line}");
        }
    }
}

/// Each listed command, at the start of the program, is answered with the reason for its failure.
#[test]
fn each_wrong_command_is_told_why() {
    let reason = std::fs::File::create("/nowhere/at/all").expect_err("no such folder");
    let reason = reason.to_string();
    let reason = reason.split(" (os error").next().unwrap_or_default();
    let mut interpreter = interpreter(&[]);
    let mut told = String::new();
    for line in wrong() {
        let error = interpreter.execute(&line, &mut |_| false).expect_err(&line).to_string();
        told += &format!("{line}\n  {}\n", error.replace(reason, "REASON").replace('\n', "\n  "));
    }
    insta::assert_snapshot!(told);
}

#[test]
fn every_command_is_tried() {
    let wrong = wrong();
    for command in GROUPS.iter().flat_map(|group| group.commands) {
        // Any text can be part of a symbol.
        let tried = |line: &String| line.split_whitespace().next() == Some(command.name);
        assert!(command.name == "symbols" || wrong.iter().any(tried), "{}", command.name);
    }
}
