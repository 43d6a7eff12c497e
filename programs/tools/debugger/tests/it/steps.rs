//! Steps over instructions, including one of each kind that changes the program counter.

use serde_json::Value as Json;
use z8000_debugger::command::Interpreter;
use z8000_debugger::program::Unit;
use z8000_debugger::session::{Reason, Session};

use crate::common::{HEAD, program};

/// The reset vector, and the vector of SC at 12: the program status area is at 0.
const SOURCE: &str = "
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start, 0, 0, 0, 0x4000, system
start:  ld      r15,#0x8000
two:    ldk     r1,#2
loop:   djnz    r1,loop
end:    jr      skip
        nop
skip:   jp      nz,far
        nop
        .org    0x100
far:    jp      z,far
call:   call    sub
calr:   calr    sub
trap:   sc      #5
push:   push    @r15,#there
return: ret     z
        nop
there:  ret     nz
last:   halt
system: iret
sub:    dec     r1,#1
        inc     r1,#1
        ret
";

/// Executes commands, and returns a field of each answer.
fn answers(source: &str, commands: &[&str], field: &str) -> Vec<Json> {
    let mut interpreter = Interpreter::new(Session::new(program(source), 4_000_000), None);
    let mut execute = |line: &&str| interpreter.execute(line, &mut |_| false).expect(line).data;
    commands
        .iter()
        .map(|line| execute(line).get(field).cloned().unwrap_or_default())
        .collect()
}

#[test]
fn over_steps_over_calls_and_system_calls_alone() {
    // DJNZ jumps once; of the following jumps, only `jp z` is not taken. RET returns to the address pushed by PUSH.
    let expected = [
        "two", "loop", "loop", "end", "skip", "far", "call", "calr", "trap", "push", "return", "there", "last",
    ];
    assert_eq!(answers(SOURCE, &["over"; 13], "name"), expected);
}

/// The routine calls itself once: `back` is first reached in the inner call.
#[test]
fn over_ends_in_the_frame_in_which_it_began() {
    let source = format!(
        "{HEAD}start: ld r15,#0x8000\nthree: ldk r1,#3\ncall: call down\nhalt: halt\n\
         down: dec r1,#1\nask: ret z\nagain: calr down\nback: inc r2,#1\nend: ret\n"
    );
    let steps = ["step", "step", "step", "over", "over", "over", "over", "over"];
    assert_eq!(
        answers(&source, &steps, "name"),
        ["three", "call", "down", "ask", "again", "back", "end", "halt"]
    );
    let value = answers(&source, &[&steps[..6], &["print r2"]].concat(), "value");
    assert_eq!(value[6], 1);
    // A breakpoint within the call is hit first.
    let stopped = answers(&source, &["break again", "step", "step", "over"], "name");
    assert_eq!(stopped[3], "again");
}

/// A loop within one line, a loop of a single instruction, and a macro of two lines. All instructions take one word:
/// `start` is at 6, `loop` at 10, `turn` at 14, `pair` at 16.
const UNITS: &str = "
        .macro pair
        inc     r2,#1
        inc     r3,#1; dec r4,#1
        .endm
start:  ldk r1,#2; ldk r3,#2
loop:   inc r2,#1; djnz r1,loop
turn:   djnz r3,turn
        pair
        halt
";

#[test]
fn units_end_where_the_program_goes_back_within_them() {
    for (unit, expected) in [
        (Unit::Instruction, &[8, 10, 12, 10, 12, 14, 14, 16, 18, 20, 22][..]),
        (Unit::Statement, &[10, 10, 14, 14, 16, 18, 22]),
        (Unit::Line, &[10, 10, 14, 14, 16, 22]),
    ] {
        let mut session = Session::new(program(&format!("{HEAD}{UNITS}")), 4_000_000);
        for &pc in expected {
            assert_eq!(session.step_unit(unit, false, &mut |_| false), Reason::Done, "{unit:?}");
            assert_eq!(session.pc().linear(), pc, "{unit:?}");
        }
    }
}

/// Going back by units, over calls or into them, leads to the same moments as going forward if no unit contains a loop.
#[test]
fn units_are_gone_back_to_as_they_were_gone_through() {
    let source = "
        .macro pair
        inc     r2,#1
        calr    sub; inc r3,#1
        .endm
start:  ld r15,#0x8000; ldk r1,#2
        pair
        calr sub; inc r4,#1; inc r4,#2
        nop
        pair
        halt
sub:    inc r5,#1; inc r5,#2
        ret
";
    for unit in [Unit::Instruction, Unit::Statement, Unit::Line] {
        for over in [false, true] {
            let mut session = Session::new(program(&format!("{HEAD}{source}")), 4_000_000);
            let mut moments = vec![0];
            while session.step_unit(unit, over, &mut |_| false) == Reason::Done {
                moments.push(session.now().instructions);
            }
            let mut back = Vec::new();
            while session.now().instructions > 0 {
                let from = session.now();
                assert_eq!(session.back_unit(unit, over, &mut |_| false), Reason::Done);
                assert_eq!(session.last(), from);
                back.push(session.now().instructions);
            }
            back.reverse();
            assert_eq!(back, moments, "{unit:?} {over}");
            assert_eq!(session.back_unit(unit, over, &mut |_| false), Reason::Beginning);
        }
    }
}
