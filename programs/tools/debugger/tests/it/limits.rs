//! Endless programs: the run ends at its limit.

use z8000::cpu::Model;
use z8000_debugger::command::Interpreter;
use z8000_debugger::session::{Goal, Reason, Session};

use crate::common::{HEAD, program};
use crate::small::Small;
use z8000_debugger::machine::Fault;

fn session(source: &str) -> Session {
    Session::new(program(&format!("{HEAD}{source}")), 4_000_000)
}

/// A handler of SC that never returns, one that calls SC until its stack has gone around the memory, and one that moves
/// PSAP, so that its SC starts another handler.
#[test]
fn a_handler_that_never_returns_ends_at_the_limit_or_with_its_stack() {
    let with = |handler: &str| {
        let begin = "        .z8002\n        .text\n        .word 0, 0x4000, start\n        .org 12\n        .word 0x4000, on\n";
        let source = format!("{begin}start: ld r15,#0x8000\n sc #1\n halt\n{handler}");
        Session::new(program(&source), 4_000_000)
    };
    let wrapped = "the stack has grown through its whole segment and overwritten the frame of the routine";
    for (handler, end) in [
        ("on: jr on\n", Reason::Limit(20_000_000)),
        ("on: sc #2\n", Reason::Error(Fault(wrapped.to_owned()))),
        // LDCTL 7 sets PSAP to 0200h, where the vector of SC is `again`: LD 7, LDCTL 7, SC 33 clocks.
        (
            "on: ld r1,#0x200\n ldctl psap,r1\n sc #3\n .org 0x20c\n .word 0x4000, again\nagain: jr again\n",
            Reason::Limit(20_000_000),
        ),
    ] {
        let mut session = with(handler);
        session.set_limit(20_000_000);
        session.run(&Goal::Step(2), &mut |_| false);
        assert_eq!(session.run(&Goal::Out(0), &mut |_| false), end, "{handler}");
    }
}

#[test]
fn a_movement_has_at_most_the_clocks_of_its_limit() {
    // The 32-bit counter wraps around after 4,294,967,296 rounds.
    let mut session = self::session("start: inc r1,#1\n jr nz,start\n inc r0,#1\n jr start\n");
    session.set_limit(200_000_000);
    for runs in 1..=2 {
        assert_eq!(session.run(&Goal::Forever, &mut |_| false), Reason::Limit(200_000_000));
        // Each round takes 10 clocks.
        assert_eq!(session.now().clocks, runs * 200_000_000);
    }
}

/// The last instruction is the one in which the limit is exceeded: 3 of 7 clocks, LDIR 11 + 100 * 9, INC 4, JR 6,
/// together 942 per round. With a breakpoint, and on another machine, the run ends at the same instruction.
#[test]
fn a_limit_ends_a_run_with_the_instruction_in_which_it_lies() {
    let turn = "start: ld r1,#100\n ld r2,#0x2000\n ld r3,#0x3000\n ldir @r3,@r2,r1\n inc r4,#1\n jr start\n";
    for (limit, clocks, pc) in [
        (0, 7, 10_u16),
        (1, 7, 10),
        (7, 7, 10),
        (8, 14, 14),
        (21, 21, 18),
        (22, 932, 22),
        (931, 932, 22),
        (932, 932, 22),
        (933, 936, 24),
        (937, 942, 6),
        (943, 949, 10),
        (942 * 1_000, 942 * 1_000, 6),
        (942 * 1_000 + 500, 942 * 1_000 + 932, 22),
        (942 * 1_000 + 933, 942 * 1_000 + 936, 24),
    ] {
        for line in ["", "break 0x100", "when r5", "exception sc"] {
            let machine = || Small::new(Model::Z8002).session(&format!("{HEAD}{turn}"));
            for mut interpreter in [session(turn), machine()].map(|session| Interpreter::new(session, None)) {
                if !line.is_empty() {
                    interpreter.execute(line, &mut |_| false).expect(line);
                }
                interpreter.session.set_limit(limit);
                let stop = interpreter.session.run(&Goal::Forever, &mut |_| false);
                assert_eq!(stop, Reason::Limit(limit), "{limit} {line}");
                let session = &mut interpreter.session;
                assert_eq!(
                    (session.now().clocks, session.pc()),
                    (clocks, pc.into()),
                    "{limit} {line}"
                );
                // A movement that ends with that instruction is not stopped by the limit.
                session.back(1);
                let needed = clocks - session.now().clocks;
                session.set_limit(needed);
                assert_eq!(
                    session.run(&Goal::Step(1), &mut |_| false),
                    Reason::Done,
                    "{limit} {line}"
                );
            }
        }
    }
}

/// A breakpoint at the limit is hit.
#[test]
fn a_breakpoint_at_the_limit_is_hit() {
    for (limit, reason, clocks) in [
        (12, "limit", 12),
        (13, "breakpoint", 18),
        (18, "breakpoint", 18),
        (19, "breakpoint", 18),
    ] {
        let mut interpreter = Interpreter::new(session("start: jr 1f\n1: jr 1f\n1: jr 1f\n1: jr start\n"), None);
        interpreter.session.set_limit(limit);
        interpreter.execute("break start+6", &mut |_| false).expect("a place");
        let stop = interpreter.execute("continue", &mut |_| false).expect("it runs").data;
        assert_eq!(
            (&stop["reason"], &stop["clocks"]),
            (&reason.into(), &clocks.into()),
            "{limit}"
        );
    }
}

/// A handler that enables its own interrupt: its stack goes around the segment repeatedly. Overwritten frames are no
/// longer on the stack, and a screen shows only the innermost and outermost of the others.
#[test]
fn frames_that_are_overwritten_are_gone() {
    let source = "start: ld r15,#0x8000\n sc #1\n halt\n .org 0x100\non: sc #2\n";
    let source = format!(
        "        .z8002\n        .text\n        .word 0, 0x4000, start\n        .org 12\n        .word 0x4000, on\n{source}"
    );
    let mut session = Session::new(program(&source), 4_000_000);
    // Around once, and most of a second time.
    session.run(&Goal::Step(20_000), &mut |_| false);
    // A frame takes 6 bytes.
    assert!(
        session.frames().len() <= 0x1_0000 / 6 + 1,
        "{} frames",
        session.frames().len()
    );
    let mut interpreter = Interpreter::new(session, None);
    let text = interpreter.execute("stack", &mut |_| false).expect("an answer").text;
    assert!(text.contains(" more frames ...") && text.lines().count() < 50, "{text}");
    let text = interpreter.execute("where", &mut |_| false).expect("an answer").text;
    assert!(text.contains(" more") && text.lines().count() < 50, "{text}");
}

/// The interrupt's entry was not set: it leads to an address where the source has only data.
#[test]
fn a_vector_that_was_forgotten_is_named() {
    let source = "        .z8002\n        .text\n        .word 0, 0x4000, start\n        .org 0x100\nstart: ld r15,#0x8000\n sc #7\n halt\n";
    let mut interpreter = Interpreter::new(Session::new(program(source), 4_000_000), None);
    interpreter.session.set_limit(1_000_000);
    let text = interpreter.execute("continue", &mut |_| false).expect("an answer").text;
    assert!(
        text.contains(
            "SC #7 at 0104, `sc #0x7`: its vector at 000e points to 0000, where there is no valid instruction"
        ),
        "{text}"
    );
}
