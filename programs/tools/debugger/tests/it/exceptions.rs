//! Exceptions: where they are taken, how their handlers are left, and wrong vectors and stacks.

use z8000_debugger::command::{CommandError, Interpreter};
use z8000_debugger::session::Session;

use crate::common::program;

fn interpreter(source: &str) -> Interpreter {
    Interpreter::new(Session::new(program(source), 4_000_000), None)
}

/// Returns the texts of the answers, or of the errors.
fn answers(source: &str, commands: &[&str]) -> Vec<String> {
    let mut interpreter = interpreter(source);
    let mut execute = |line: &&str| match interpreter.execute(line, &mut |_| false) {
        Ok(answer) => answer.text,
        Err(error) => error.to_string(),
    };
    commands.iter().map(&mut execute).collect()
}

/// Returns the names of the frames, with their exceptions.
fn frames(text: &str) -> Vec<&str> {
    let rows = text.lines().filter(|row| !row.starts_with("R15"));
    rows.map(|row| row.get(9..33).unwrap_or(&row[9..]).trim_end()).collect()
}

/// A program with a timer and two system calls; each handler calls a routine.
const SOURCE: &str = "
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    12
        .word   0x4000, system
        .org    24
        .word   0x4000, tick
        .org    0x100
start:  ld      r15,#0x8000
        ld      r0,#20
        out     #0xff10,r0
        ei      nvi
        ld      r1,#3
1:      sc      #5
        sc      #6
        calr    work
        djnz    r1,1b
        di      nvi
        halt
work:   ld      r2,#50
2:      djnz    r2,2b
        ret
system: calr    few
        iret
tick:   out     #0xff12,r0
        calr    few
        iret
few:    nop
        ret
";

#[test]
fn exceptions_are_stopped_at_forward_and_back() {
    let mut interpreter = interpreter(SOURCE);
    for (line, count) in [
        ("exception sc", 6),
        ("exception sc 6", 3),
        ("exception sc 0x7f05", 3),
        ("exception trap", 6),
    ] {
        interpreter.execute("goto 0", &mut |_| false).expect("the start");
        interpreter
            .execute("delete all", &mut |_| false)
            .expect("no breakpoints");
        interpreter.execute(line, &mut |_| false).expect(line);
        let mut stops = Vec::new();
        loop {
            let answer = interpreter.execute("continue", &mut |_| false).expect("it runs").data;
            if answer["reason"] == "halted" {
                break;
            }
            assert_eq!(answer["name"], "system", "{line}");
            stops.push(answer["instructions"].clone());
        }
        assert_eq!(stops.len(), count, "{line}");
        while let Some(stop) = stops.pop() {
            let answer = interpreter
                .execute("back-continue", &mut |_| false)
                .expect("it goes back");
            assert_eq!(answer.data["instructions"], stop, "{line}");
        }
    }
    let nvi = answers(
        SOURCE,
        &["exception nvi", "continue", "delete all", "exception vi", "continue"],
    );
    assert!(nvi[1].starts_with("breakpoint 1: NVI\n"), "{}", nvi[1]);
    assert!(nvi[4].starts_with("the processor has halted"), "{}", nvi[4]);
}

#[test]
fn a_handler_is_left_to_what_it_interrupted() {
    let said = answers(
        SOURCE,
        &[
            "break few",
            "exception nvi",
            "continue",
            "stack",
            "out",
            "out",
            "back-over",
            "back-out",
            "over",
            "where",
        ],
    );
    // SC #5 is at 0112: LD 4, LD 4, OUT 4, EI 2, LD 4.
    assert_eq!(frames(&said[3]), ["few", "system", "start+18 (SC #5)"]);
    assert!(said[4].contains("system+2"), "{}", said[4]);
    assert!(said[5].contains("start+20"), "{}", said[5]);
    // Over everything, and then there is no caller to return to.
    assert!(said[6].contains("start+18"), "{}", said[6]);
    assert_eq!(said[7], "the current routine has no caller to return to");
    assert!(said[8].starts_with("breakpoint 1"), "{}", said[8]);
    let said = answers(
        SOURCE,
        &[
            "exception nvi",
            "continue",
            "stack",
            "step 2",
            "stack",
            "out",
            "out",
            "stack",
        ],
    );
    assert_eq!(frames(&said[2])[..2], ["tick", "work+4 (NVI)"]);
    assert_eq!(frames(&said[4])[..3], ["few", "tick+4", "work+4 (NVI)"]);
    assert_eq!(frames(&said[7])[..1], ["work+4"]);
}

/// A program in which the `iret` of a trap is never reached, because the trap's vector leads nowhere.
const BAD: &str = "
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x100
start:  ld      r15,#0x8000
        ld      r0,#0x200
        ldctl   psapoff,r0
        ldctl   r0,fcw
        res     r0,#14
        ldctl   fcw,r0
        ei      vi
        halt
        .org    0x208
        .word   0x4000,0x3000
        .word   0x4000,0x0210
        .word   0x7e00
";

#[test]
fn a_bad_vector_is_told_as_that() {
    // The bytes before EI, LD 4, LD 4, LDCTL 2, LDCTL 2, RES 2, LDCTL 2, put it at 0110. The privileged instruction
    // trap uses the third entry.
    let said = answers(BAD, &["continue", "stack", "back", "where"]);
    let told = "privileged instruction trap at 0110, `ei vi`: its vector at 020a points to 3000, where there is no \
                valid instruction";
    assert_eq!(said[0].lines().next(), Some(told), "{}", said[0]);
    assert!(
        said[1].contains("start+16 (privileged instruction trap)"),
        "{}",
        said[1]
    );
    assert!(said[3].contains("0110 start+16"), "{}", said[3]);
    // A vector that leads to a word that is not an instruction.
    let said = answers(
        &BAD.replace("ei      vi", "sc      #9").replace("res     r0,#14", "nop"),
        &["continue"],
    );
    let told = "SC #9 at 0110, `sc #0x9`: its vector at 020e points to 0210, where there is no valid instruction";
    assert_eq!(said[0].lines().next(), Some(told), "{}", said[0]);
}

/// The handler of the first system call moves the program status area before it makes another call.
#[test]
fn a_handler_may_move_the_vectors() {
    let source = SOURCE.replace(
        "system: calr    few\n",
        "system: ld      r4,#0x300\n        ldctl   psapoff,r4\n        sc      #7\n",
    ) + "        .org    0x30c\n        .word   0x4000, other\nother:  calr    few\n        iret\n";
    let said = answers(
        &source,
        &[
            "break few",
            "continue",
            "stack",
            "out",
            "out",
            "out",
            "stack",
            "back",
            "where",
        ],
    );
    assert_eq!(
        frames(&said[2]),
        ["few", "other", "system+6 (SC #7)", "start+18 (SC #5)"]
    );
    assert!(said[5].contains("start+20"), "{}", said[5]);
    assert_eq!(frames(&said[6]), ["start+20"]);
    assert!(said[8].ends_with("\n  in SC #5 from 0112 start+18"), "{}", said[8]);
}

/// A handler that resets the stack no longer has a caller: `out` ends there.
#[test]
fn a_handler_that_resets_the_stack_is_left_by_that() {
    let source = SOURCE.replace(
        "system: calr    few\n        iret\n",
        "system: calr    few\nreset:  ld      r15,#0x8000\n        jr      1f\n1:      nop\n        jr      1b\n",
    );
    let said = answers(&source, &["break system", "continue", "out", "stack", "out"]);
    // After the load instruction, four bytes further.
    assert!(said[2].contains("012c system+6"), "{}", said[2]);
    assert_eq!(frames(&said[3]).len(), 1, "{}", said[3]);
    assert_eq!(said[4], "the current routine has no caller to return to");
}

/// The stack begins at the end of memory: the first word is pushed at FFFE.
#[test]
fn a_stack_may_wrap_around() {
    let source = SOURCE.replace("ld      r15,#0x8000", "clr     r15\n        nop");
    let said = answers(&source, &["break few", "continue", "stack", "out", "out", "where"]);
    assert_eq!(frames(&said[2]), ["few", "system", "start+18 (SC #5)"]);
    assert!(said[2].ends_with("R15 fff8: 0128 7f05 4800 0114"), "{}", said[2]);
    assert!(said[5].contains("start+20"), "{}", said[5]);
    // A stack that grows across address 0.
    let source = SOURCE
        .replace("#0x8000", "#0x0004")
        .replace("#20", "#0")
        .replace("calr    work", "calr    push");
    let source = source
        + "push:   push    @r15,r1\n        push    @r15,r1\n        calr    few\n        pop     r3,@r15\n        pop     r3,@r15\n        ret\n";
    let source = source.replace("sc      #5", "nop").replace("sc      #6", "nop");
    let said = answers(&source, &["break few", "continue", "stack", "out", "out", "where"]);
    assert_eq!(frames(&said[2]), ["few", "push+4", "start+22"]);
    assert!(said[5].contains("start+24"), "{}", said[5]);
}

/// A program that jumps through a table, to an address in a register, and to an address that was pushed.
const INDIRECT: &str = "
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
start:  ld      r15,#0x8000
        ld      r2,#first
        call    @r2
        ldk     r3,#2
        call    choose
        halt
first:  nop
        ret
choose: ld      r4,table(r3)
        jp      @r4
one:    ret
two:    push    @r15,#three
        ret
three:  calr    last
        ret
last:   ret
        .data
        .org    0x1000
table:  .word   one, two
";

#[test]
fn indirect_calls_and_jumps_keep_their_callers() {
    let said = answers(
        INDIRECT,
        &[
            "until first",
            "stack",
            "out",
            "over",
            "until two",
            "stack",
            "until last",
            "stack",
            "out",
            "out",
            "where",
        ],
    );
    assert_eq!(frames(&said[1]), ["first", "start+8"]);
    assert!(said[2].contains("start+10"), "{}", said[2]);
    assert_eq!(frames(&said[5])[1..], ["start+12"]);
    assert_eq!(frames(&said[7])[2..], ["start+12"]);
    assert!(said[10].contains("start+16"), "{}", said[10]);
    let said = answers(INDIRECT, &["until first", "out", "step", "over", "back-over", "where"]);
    assert!(said[3].contains("start+16") && said[5].contains("start+12"), "{said:?}");
}

#[test]
fn what_was_interrupted_continues_after_a_command_that_fails() {
    let mut interpreter = interpreter(&SOURCE.replace("#50", "#5000"));
    interpreter.session.set_tick(1);
    let answer = interpreter.execute("continue", &mut |_| true).expect("it runs");
    assert_eq!(answer.data["reason"], "interrupted");
    for line in ["stpe", "step x", "where now"] {
        let error = interpreter.execute(line, &mut |_| false).expect_err("a wrong command");
        assert!(matches!(
            error,
            CommandError::Unknown { .. } | CommandError::Expression { .. } | CommandError::Usage { .. }
        ));
        assert!(interpreter.unfinished(), "{line}");
    }
    let answer = interpreter.go_on(&mut |_| false).expect("it continues");
    assert_eq!(answer.data["reason"], "halted");
}

/// A stop names the exception that caused it; a breakpoint on a handler's first instruction is not caused by one.
#[test]
fn a_breakpoint_on_a_handler_does_not_stop_for_its_exception() {
    let mut interpreter = interpreter(SOURCE);
    let mut first = |line: &str| {
        let answer = interpreter.execute(line, &mut |_| false).expect(line);
        answer.text.lines().next().unwrap_or_default().to_owned()
    };
    first("exception nvi if r0 == 1");
    first("break tick");
    assert_eq!(first("continue"), "breakpoint 2");
    first("exception nvi");
    assert_eq!(first("continue"), "breakpoint 2, 3: NVI");
}

/// A one-time log point is deleted after its first message.
#[test]
fn a_log_point_for_once_logs_once() {
    let mut interpreter = interpreter(SOURCE);
    for line in ["break work log \"{r1} is left\" once", "continue"] {
        interpreter.execute(line, &mut |_| false).expect(line);
    }
    let notes: Vec<&str> = interpreter
        .session
        .notes
        .kept()
        .iter()
        .map(|(_, text)| &**text)
        .collect();
    assert_eq!(notes, ["3 is left"]);
    assert!(interpreter.session.breakpoints.list().is_empty());
}

/// Each exception and wait is counted for the routine in which it occurred: the timer interrupts `start` and `work`,
/// but never a handler.
#[test]
fn counts_name_the_exceptions_of_the_routine() {
    let mut interpreter = interpreter(SOURCE);
    interpreter
        .execute("break tick log \"{word(r15 + 4)}\"", &mut |_| false)
        .expect("a log point");
    interpreter.execute("continue", &mut |_| false).expect("it ends");
    let mut within = |routine: &str| {
        let answer = interpreter
            .execute(&format!("counts {routine}"), &mut |_| false)
            .expect(routine);
        let rows = answer.data["besides"].as_array().expect("rows").clone();
        rows.iter()
            .map(|row| row["count"].as_u64().expect("a count"))
            .sum::<u64>()
    };
    let found = ["start", "work", "few", "system", "tick"].map(&mut within);
    // The words that the interrupts pushed show where they occurred.
    let program = interpreter.session.program();
    let notes = interpreter.session.notes.kept().iter();
    let came: Vec<u16> = notes
        .map(|(_, text)| text.parse::<u16>().expect("an address"))
        .collect();
    let expected = ["start", "work", "few", "system", "tick"].map(|name| {
        let routine = program.routines.index(program.code_address(name).expect(name));
        came.iter().filter(|at| program.routines.index(**at) == routine).count() as u64
    });
    assert_eq!(found, expected);
    assert!(expected[1] > 0 && expected[4] == 0, "{expected:?}");
}

/// Each kind of instruction that could open or close a frame, after a HALT that waits for the timer: while the
/// processor waits, nothing is called, and the profile contains only the two routines and the handler.
#[test]
fn a_wait_executes_nothing_of_what_is_next() {
    for next in ["call work", "calr work", "sc #5", "ret"] {
        let source = SOURCE.replace(
            "        ld      r1,#3\n",
            "        call    waits\n        ld      r1,#3\n",
        );
        let source = source.replace(
            "work:   ld",
            &format!("waits:  halt\n        {next}\n        ret\nwork:   ld"),
        );
        let mut interpreter = interpreter(&source);
        for line in ["until waits", "step", "step", "back"] {
            interpreter.execute(line, &mut |_| false).expect(line);
        }
        let stack = interpreter.execute("stack", &mut |_| false).expect("the stack").text;
        assert_eq!(frames(&stack), ["waits", "start+14"], "{next}");
        interpreter.execute("continue", &mut |_| false).expect("it runs");
        let report = interpreter.session.profile(0).report();
        let calls = |name: &str| {
            report
                .routines
                .iter()
                .find(|row| row.routine == name)
                .map_or(0, |row| row.calls)
        };
        assert_eq!(
            report.clocks,
            report.routines.iter().map(|row| row.exclusive).sum::<u64>(),
            "{next}"
        );
        assert_eq!(calls("waits"), 1, "{next}");
        assert_eq!(calls("work"), if next.ends_with("work") { 4 } else { 3 }, "{next}");
        assert!(
            report.routines.iter().all(|row| !row.routine.starts_with("sub_")),
            "{next}: {report:?}"
        );
    }
}
