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

/// A routine and a handler that save R7, stores of halves, exchanged registers, and a block move.
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

/// Returns the lines of an answer without clocks.
fn flat(text: &str) -> Vec<String> {
    let line = |line: &str| {
        let line = line.split("  clock ").next().unwrap_or_default();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    text.lines().map(line).collect()
}

/// The chains found by reading the program.
#[test]
fn a_chain_leads_to_its_ends() {
    let mut interpreter = ended(CHAIN);
    assert_eq!(
        flat(&say(&mut interpreter, "origin r6 9")),
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

/// Values of several registers, a block with two writers, and a register that is saved three times.
const SEVERAL: &str = "
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x100
start:  ld      r15,#0xf000
        ld      r1,#0x1111
        ld      r2,#0x2222
        ld      r3,#0x3333
        ldm     three,r1,#3
        ldb     rl2,#9
        ld      r6,#3
        ld      r7,#three
        ld      r8,#moved
        ldir    @r8,@r7,r6
        ldb     moved+9,rl2
        ld      moved,r2
        calr    keep
        calr    keep
        calr    keep
        halt
keep:   push    @r15,r3
        clr     r3
        pop     r3,@r15
        ret
        .data
        .org    0x1000
three:  .space  6
moved:  .space  10
";

#[test]
fn every_part_of_a_value_is_named() {
    let mut interpreter = ended(SEVERAL);
    let expected = [
        (
            "origin r3 1",
            "r3 = 3333, kept by keep (push, pop) 3 times | start+12 ld r3,#0x3333 0000 -> 3333",
        ),
        (
            "origin three,6 1",
            "1000,6 three = 111122223333 | start+16 ldm three,r1,#3 000000000000 -> 111122223333 \
             | r1 rr2 = 1111 22223333",
        ),
        (
            "origin moved+2,4",
            "1008,4 moved+2 = 22223333 | start+36 ldir @r8,@r7,r6 00000000 -> 22223333 \
             | 1002,4 three+2 = 22223333",
        ),
        (
            "origin fcw.v",
            "fcw.v = 1 | start+36 ldir @r8,@r7,r6 0 -> 1 | r6 = 0003",
        ),
    ];
    for (command, answer) in expected {
        assert_eq!(flat(&say(&mut interpreter, command)).join(" | "), answer, "{command}");
    }
    // Of more than eight bytes, even the last are traced.
    let tail = flat(&say(&mut interpreter, "origin moved,10 2"));
    assert!(
        tail.iter()
            .any(|line| line == "start+40 ldb 0x100f,rl2 2222333300000000 -> 2222333300000009"),
        "{tail:?}"
    );
    // The named part is the one that was set.
    say(&mut interpreter, "set rl3 = 7");
    assert_eq!(
        flat(&say(&mut interpreter, "origin r3")),
        ["r3 = 3307, rl3 set at step 28"]
    );
}

/// Answers are valid only in the past in which they were found.
#[test]
fn an_answer_of_another_past_is_not_followed() {
    let mut interpreter = ended(SEVERAL);
    say(&mut interpreter, "origin r6");
    say(&mut interpreter, "goto 3");
    say(&mut interpreter, "set r1 = 8");
    assert!(say(&mut interpreter, "origin").starts_with("the last answer has no operand to follow"));
}
