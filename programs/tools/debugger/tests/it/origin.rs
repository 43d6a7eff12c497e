//! Where values come from.

use z8000_debugger::command::Interpreter;
use z8000_debugger::session::{Goal, Reason, Session};

use crate::account::{programs, small};
use crate::common::program;
use crate::taint::judge;

fn ended(source: &str) -> Interpreter {
    let mut session = Session::new(program(source), 4_000_000);
    session.run(&Goal::Forever, &mut |_| false);
    Interpreter::new(session, None)
}

fn say(interpreter: &mut Interpreter, line: &str) -> String {
    let outcome = interpreter.execute(line, &mut |_| false);
    outcome.map_or_else(|error| error.to_string(), |answer| answer.text)
}

#[test]
fn random_programs_with_interrupts_are_judged() {
    let (mut agreed, mut unjudged, mut operands) = (0, 0, [0; 2]);
    for (seed, source) in programs() {
        let mut session = small().session(&source);
        let machine = session.machine().clone();
        assert_eq!(session.run(&Goal::Forever, &mut |_| false), Reason::Halted, "{seed}");
        let judged = judge(&machine, &session, session.now().steps, 200, &[]);
        (agreed, unjudged) = (agreed + judged.0, unjudged + judged.1);
        operands = [operands[0] + judged.2.agreed, operands[1] + judged.2.unjudged];
    }
    println!("random programs: {agreed} agree, {unjudged} could not be judged; operands: {operands:?}");
    assert!(
        agreed + unjudged == 24 * 200 && unjudged * 20 < agreed,
        "{agreed}, {unjudged}"
    );
    assert!(operands[1] * 3 < operands[0], "{operands:?}");
}

/// A routine and a handler that save R7, stores of halves, exchanged registers and a block move.
const CHAIN: &str = "
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    12
        .word   0x4000, system
        .org    0x100
start:  ld      r15,#0xf000
        ld      r7,#0x4100
        ld      r1,#0x3efe
        calr    keep
        ex      r1,r4
        sc      #5
        add     r7,r4
        ld      word,r7
        ldb     rl7,#9
        ldb     word+1,rl7
        ld      r2,#word
        ld      r3,#moved
        ld      r5,#1
        ldir    @r3,@r2,r5
        ld      r6,moved
        ld      r8,given
        halt
keep:   push    @r15,r7
        ld      r7,#1
        pop     r7,@r15
        ret
system: push    @r15,r7
        clr     r7
        pop     r7,@r15
        iret
        .data
        .org    0x1000
word:   .word   0
moved:  .word   0
given:  .word   0x1234
";

/// The chains as one finds them by reading the program.
#[test]
fn a_chain_leads_to_its_ends() {
    let mut interpreter = ended(CHAIN);
    let flat = |text: String| -> Vec<String> {
        let line = |line: &str| {
            let line = line.split("  clock ").next().unwrap_or_default();
            line.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        text.lines().map(line).collect()
    };
    assert_eq!(
        flat(say(&mut interpreter, "origin r6 9")),
        [
            "r6 = 7f09",
            "start+46 ld r6,moved 0000 -> 7f09",
            "1002 moved = 7f09",
            "start+42 ldir @r3,@r2,r5 0000 -> 7f09",
            "1000 word = 7f09",
            "start+26 ldb 0x1001,rl7 7ffe -> 7f09",
            "rl7 = 09",
            "start+24 ldb rl7,#0x9 fe -> 09",
            "1000,1 word = 7f",
            "start+20 ld word,r7 00 -> 7f",
            "rh7 = 7f",
            "start+18 add r7,r4 41 -> 7f",
            "r7 = 4100, kept by system (push, pop), kept by keep (push, pop)",
            "start+4 ld r7,#0x4100 0000 -> 4100",
            "r4 = 3efe",
            "start+14 ex r1,r4 0000 -> 3efe",
            "r1 = 3efe",
            "start+8 ld r1,#0x3efe 0000 -> 3efe",
        ]
    );
}
