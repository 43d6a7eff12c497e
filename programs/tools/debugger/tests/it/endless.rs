//! Programs that never end: the run is told so, with the period that the clocks of the manual give, or ends at its limit.

use z8000::cpu::Model;
use z8000_debugger::breakpoint::{Breakpoint, Breakpoints, Kind};
use z8000_debugger::command::Interpreter;
use z8000_debugger::expression::Expression;
use z8000_debugger::session::{Goal, Period, Reason, Session};

use crate::common::{HEAD, program};
use crate::small::Small;
use z8000_debugger::machine::Fault;

fn session(source: &str) -> Session {
    Session::new(program(&format!("{HEAD}{source}")), 4_000_000)
}

fn end(source: &str) -> Reason {
    session(source).run(&Goal::Forever, &mut |_| false)
}

const fn endless(instructions: u64, clocks: u64) -> Reason {
    Reason::Endless(Period { steps: instructions, clocks })
}

#[test]
fn an_endless_loop_has_its_period() {
    // JR 6.
    assert_eq!(end("start: jr start\n"), endless(1, 6));
    // INC 4, JR 6, until the 16 bits of R1 have come round.
    assert_eq!(end("start: inc r1,#1\n jr start\n"), endless(0x2_0000, 10 << 16));
    // The registers come back each time, memory after 256 times: INCB 13, JR 6.
    let memory = "start: incb count,#1\n jr start\n .data\n .org 0x1000\ncount: .byte 0\n";
    assert_eq!(end(memory), endless(512, 256 * 19));
}

/// The handler of SC: one that never returns, one that calls SC until its stack has gone all round the memory, and one
/// that leads itself elsewhere.
#[test]
fn a_handler_that_never_returns_is_told() {
    let with = |handler: &str| {
        let begin = "        .z8002\n        .text\n        .word 0, 0x4000, start\n        .org 12\n        .word 0x4000, on\n";
        let source = format!("{begin}start: ld r15,#0x8000\n sc #1\n halt\n{handler}");
        Session::new(program(&source), 4_000_000)
    };
    let wrapped = "the stack has grown through its whole segment and overwritten the frame of the routine";
    for (handler, period) in [
        ("on: jr on\n", endless(1, 6)),
        ("on: sc #2\n", Reason::Error(Fault(wrapped.to_owned()))),
        // LDCTL 7 sets PSAP to 0200h, where the vector of SC is `again`: LD 7, LDCTL 7, SC 33.
        (
            "on: ld r1,#0x200\n ldctl psap,r1\n sc #3\n .org 0x20c\n .word 0x4000, again\nagain: jr again\n",
            endless(1, 6),
        ),
    ] {
        let mut session = with(handler);
        session.run(&Goal::Step(2), &mut |_| false);
        assert_eq!(session.run(&Goal::Out(0), &mut |_| false), period, "{handler}");
    }
}

/// While a timer runs, its interrupt may end what looks like a loop: here after 50 periods of 65,535 counts of 16 clocks.
#[test]
fn a_program_that_a_timer_interrupts_is_not_endless() {
    let begin = "        .z8002\n        .text\n        .word 0, 0x4000, start\n        .org 0x18\n        .word 0x4000, tick\n";
    let source = format!(
        "{begin}start: ld r15,#0x8000\n ld r2,#50\n ld r1,#0xffff\n out #0xff10,r1\n ei nvi\nwait: jr wait\n\
         tick: out #0xff12,r1\n dec r2,#1\n jr nz,more\n halt\nmore: iret\n"
    );
    let mut session = Session::new(program(&source), 4_000_000);
    assert_eq!(session.run(&Goal::Forever, &mut |_| false), Reason::Halted);
    assert_eq!(session.now().clocks / 65_535 / 16, 50);
}

#[test]
fn what_counts_or_has_a_clock_is_not_endless() {
    let mut session = self::session("start: jr start\n");
    let only = Expression::new("clocks >= 60000000", session.program()).expect("an expression");
    session.breakpoints.add(Kind::Code(vec![session.pc()]), "").condition = Some(only);
    assert!(matches!(
        session.run(&Goal::Forever, &mut |_| false),
        Reason::Breakpoint { .. }
    ));
    assert!(session.now().clocks >= 60_000_000);
    session.breakpoints = Breakpoints::default();
    let until = session.now().instructions + 30_000_000;
    assert_eq!(session.run(&Goal::Time(until), &mut |_| false), Reason::Done);
}

/// The breakpoints of a single run count as those of the user do: 4,194,304 jumps of 6 clocks come before the first look.
#[test]
fn a_run_to_a_moment_is_not_endless() {
    let until = 6 * 4_500_000;
    let run = |kind: fn(&Session, u64) -> Kind, condition: Option<&str>| {
        let mut session = self::session("start: jr start\n");
        let condition = condition.map(|text| Expression::new(text, session.program()).expect("an expression"));
        let goal = Goal::First(vec![Breakpoint::passing(kind(&session, until), condition)]);
        (session.run(&goal, &mut |_| false), session.now().clocks)
    };
    let here: fn(&Session, u64) -> Kind = |session, _| Kind::Code(vec![session.pc()]);
    assert_eq!(run(|_, until| Kind::Clock(until), None), (Reason::Done, until));
    assert_eq!(run(here, Some("clocks >= 27000000")), (Reason::Done, until));
    let (stop, _) = run(here, Some("r1 == 1"));
    assert_eq!(stop, endless(1, 6));
    let mut interpreter = Interpreter::new(self::session("start: jr start\n"), None);
    let stop = interpreter
        .execute("continue 27000000", &mut |_| false)
        .expect("it runs")
        .data;
    assert_eq!((&stop["reason"], &stop["clocks"]), (&"done".into(), &until.into()));
}

#[test]
fn a_movement_has_at_most_the_clocks_of_its_limit() {
    // The counter of 32 bits comes round after 4,294,967,296 turns.
    let mut session = self::session("start: inc r1,#1\n jr nz,start\n inc r0,#1\n jr start\n");
    session.set_limit(200_000_000);
    for runs in 1..=2 {
        assert_eq!(session.run(&Goal::Forever, &mut |_| false), Reason::Limit(200_000_000));
        // Each turn takes 10 clocks.
        assert_eq!(session.now().clocks, runs * 200_000_000);
    }
}

/// The last instruction is the one in which the limit lies: 3 of 7 clocks, LDIR 11 + 100 * 9, INC 4, JR 6, which are 942 a
/// turn. What waits for a breakpoint, and another machine than the board, end at the same instruction.
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
                // A movement that is done with that instruction does not need the limit.
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

/// A breakpoint where the limit lies is hit.
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

/// A handler that enables its own interrupt: its stack goes round the segment again and again. What is overwritten is not
/// on the stack, and of what is there a screen shows the ends.
#[test]
fn frames_that_are_overwritten_are_gone() {
    let source = "start: ld r15,#0x8000\n sc #1\n halt\n .org 0x100\non: sc #2\n";
    let source = format!(
        "        .z8002\n        .text\n        .word 0, 0x4000, start\n        .org 12\n        .word 0x4000, on\n{source}"
    );
    let mut session = Session::new(program(&source), 4_000_000);
    // Once round, and most of a second time.
    session.run(&Goal::Step(20_000), &mut |_| false);
    // A frame has 6 bytes.
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

/// The entry of the interrupt was forgotten: it leads to where the source has only data.
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

/// What the program sends is no part of its state.
#[test]
fn a_loop_that_sends_is_endless() {
    // OUTB 12, JR 6.
    assert_eq!(end("start: outb #0xff03,rl0\n jr start\n"), endless(2, 18));
    // A character that never comes is no reason to wait: INB 12, JR 6.
    assert_eq!(end("start: inb rl0,#0xff03\n jr start\n"), endless(2, 18));
}

/// Breakpoints that are never hit; with those that count or have a clock, the loop runs to its limit.
#[test]
fn only_what_counts_or_has_a_clock_lets_a_loop_run_on() {
    let timeless = [
        "break 0x100",
        "break 0x100 if r1 == 5",
        "break 0x100 if word(r1)",
        "break 0x102 once",
        "clock 1000000000",
        "disable 5",
        "break 0x100 ignore 1",
        "disable 6",
        "range 0x100,0x110",
        "exception sc",
        "when r1",
        "changes r2",
    ];
    for (lines, is_endless) in [
        (&timeless[..], true),
        (&["break 0x100 if clocks == 5"], false),
        (&["break 0x100 if 1 + 2 * -instructions"], false),
        (&["break 0x100 if word(clocks)"], false),
        (&["break 0x100 if s(byte(clocks)) == r1"], false),
        (&["break 0x100 if address(instructions)"], false),
        (&["break 0x100 ignore 1"], false),
        (&["clock 1000000000"], false),
        (&["break 0x100", "break 0x102 ignore 1"], false),
        (&["when r1 && clocks"], false),
        (&["changes instructions / 100000000"], false),
    ] {
        let mut interpreter = Interpreter::new(session("start: jr start\n"), None);
        for line in lines {
            interpreter.execute(line, &mut |_| false).expect(line);
        }
        // More than is run before the first look: 4,194,304 jumps of 6 clocks.
        interpreter.session.set_limit(26_000_000);
        let stop = interpreter.execute("continue", &mut |_| false).expect("it runs").data;
        assert_eq!(
            stop["reason"],
            if is_endless { "endless" } else { "limit" },
            "{lines:?}"
        );
    }
    let mut session = session("start: jr start\n");
    session.breakpoints.add(Kind::Code(vec![0x100.into()]), "").only = Some(z8000_debugger::breakpoint::Only::Hit(1));
    session.set_limit(26_000_000);
    assert_eq!(session.run(&Goal::Forever, &mut |_| false), Reason::Limit(26_000_000));
}

/// A loop of 2^22 instructions is looked at first, then one of twice as many; a period is found if it is shorter than a
/// 512th of them, and the run ends once it has gone through it.
#[test]
fn a_period_is_looked_for_at_doubling_moments() {
    let first = 1 << 22;
    for (body, moment) in [
        // R1 has 2048 and 4096 values; a turn has two instructions.
        ("start: add r1,#32\n jr start\n", first + 4096),
        ("start: add r1,#16\n jr start\n", 2 * first + 8192),
        ("start: .rept 255\n nop\n .endr\n jp start\n", first + 256),
    ] {
        let mut session = session(body);
        // So that it is looked at every 256 instructions whether the run ends.
        session.breakpoints.add(Kind::Code(vec![0x1000.into()]), "");
        let stop = session.run(&Goal::Forever, &mut |_| false);
        assert!(matches!(stop, Reason::Endless(_)), "{body}: {stop:?}");
        assert_eq!(session.now().instructions, moment, "{body}");
    }
}
