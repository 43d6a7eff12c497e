//! The call stack compared with a shadow stack, which is independent of the debugger, after every call, return and
//! exception.

use std::collections::BTreeMap;
use std::ops::Range;

use z8000::cpu::Model;
use z8000_debugger::session::{Goal, Reason};

use crate::small::Small;
use shadow::{Kind, Shadow};

#[path = "../../../../../emulator/boards/tests/it/frames/shadow.rs"]
mod shadow;

/// Runs a source with a shadow stack for its stacks. Returns the numbers of calls, returns and exceptions, and the
/// deepest chain.
fn compared(model: Model, source: &str, stacks: &[Range<usize>], jumpless: &[&str]) -> ([u64; 3], usize) {
    let machine = || {
        let mut machine = Small::new(model);
        machine.joint = true;
        machine
    };
    let mut session = machine().session(source);
    let mut shadow = Shadow::new(machine().load(source).0, stacks);
    let (mut counts, mut deepest) = ([0; 3], 0);
    let mut entered = BTreeMap::from([(session.program().name(session.pc()), 1)]);
    while let Some(kind) = shadow.step() {
        match kind {
            Kind::Other => continue,
            Kind::Call => counts[0] += 1,
            Kind::Return => counts[1] += 1,
            Kind::Exception => counts[2] += 1,
        }
        let now = shadow.machine().steps();
        assert_eq!(session.run(&Goal::Time(now), &mut |_| false), Reason::Done);
        if kind != Kind::Return {
            *entered.entry(session.program().name(session.pc())).or_insert(0_u64) += 1;
        }
        let frames = session.frames();
        let callers = frames.windows(2).map(|pair| {
            let exception = pair[1].exception.map(|exception| exception.to_string());
            let slot = pair[0].slot.map(|slot| slot.linear());
            (pair[1].pc.linear(), slot, exception.unwrap_or_default())
        });
        let chain = shadow.chain();
        let expected = chain
            .iter()
            .map(|open| (open.from, Some(open.slot), open.exception.clone()));
        deepest = deepest.max(chain.len());
        let (callers, expected): (Vec<_>, Vec<_>) = (callers.collect(), expected.collect());
        assert_eq!(callers, expected, "after {now} steps, at {}", session.pc());
    }
    session.run(&Goal::Forever, &mut |_| false);
    // A routine to which nothing jumps is entered as often as it is called, and no clock is lost.
    let report = session.profile(0).report();
    let own: u64 = report.routines.iter().map(|row| row.exclusive).sum();
    assert_eq!((own, report.clocks), (session.now().clocks, session.now().clocks));
    for name in jumpless {
        let row = report
            .routines
            .iter()
            .find(|row| row.routine == *name)
            .unwrap_or_else(|| panic!("{name}"));
        assert_eq!(
            (Some(&row.calls), row.exclusive <= row.inclusive),
            (entered.get(*name), true),
            "{name}"
        );
    }
    (counts, deepest)
}

/// Includes a program of the folder.
macro_rules! source {
    ($name:literal) => {
        include_str!(concat!("../../../../../emulator/boards/tests/it/frames/", $name))
    };
}

#[test]
fn nested_exceptions_of_both_processors_are_frames() {
    let (counts, deepest) = compared(
        Model::Z8002,
        source!("nested.s"),
        &[0x7800..0x8000, 0x4000..0x7800],
        &[
            "few",
            "deep",
            "count",
            "slow",
            "farther",
            "system",
            "privileged",
            "extended",
            "nmi",
            "nvi",
            "vi2",
        ],
    );
    assert!(counts[2] > 150 && deepest > 7, "{counts:?} {deepest}");
    let stacks = [0x2_0000..0x2_8000, 0x3_0000..0x3_4000];
    let (counts, deepest) = compared(
        Model::Z8001,
        source!("segmented.s"),
        &stacks,
        &["few", "deep", "system", "nmi", "nvi", "vi"],
    );
    assert!(counts[2] > 150 && deepest > 7, "{counts:?} {deepest}");
}

#[test]
fn tasks_keep_their_frames() {
    let (counts, _) = compared(
        Model::Z8002,
        source!("tasks.s"),
        &[0x6000..0x7000, 0x7000..0x7400],
        &["tick"],
    );
    assert!(counts[2] > 60, "{counts:?}");
    let stacks = [0x7000..0x8000, 0x5000..0x6000, 0x4000..0x5000];
    let (counts, deepest) = compared(Model::Z8002, source!("users.s"), &stacks, &["tick"]);
    assert!(counts[2] > 60 && deepest < 12, "{counts:?} {deepest}");
}

/// Single instructions that move the stack pointer, in a routine called from 0104h whose frame has its slot at 7ffe:
/// after each, the frame is kept, dropped, or on another stack.
#[test]
fn frames_follow_what_moves_the_stack_pointer() {
    let rows: &[(&str, u32, &[&str])] = &[
        ("nop", 1, &["sub+2", "start+4"]),
        ("push @r15,r1", 1, &["sub+2", "start+4"]),
        ("pushl @r15,rr2", 1, &["sub+2", "start+4"]),
        ("dec r15,#16", 1, &["sub+2", "start+4"]),
        ("sub r15,#0x7000", 1, &["sub+4", "start+4"]),
        ("sub r15,#0x7ffe", 1, &["sub+4", "start+4"]),
        ("lda r15,r15(#-20)", 1, &["sub+4", "start+4"]),
        // The return address is dropped.
        ("inc r15,#2", 1, &["sub+2"]),
        ("inc r15,#1", 1, &["sub+2", "start+4"]),
        ("pop r1,@r15", 1, &["sub+2"]),
        ("add r15,#2", 1, &["sub+4"]),
        ("lda r15,r15(#2)", 1, &["sub+4"]),
        ("ld r15,#0x8000", 1, &["sub+4"]),
        // A new stack has no frames; the first stack's frames are unchanged when the program returns to it.
        ("ld r15,#0x6000", 1, &["sub+4"]),
        // A small change, of up to 16 bytes, counts as a push or a pop, however it is made.
        ("ld r15,#0x7fee", 1, &["sub+4", "start+4"]),
        ("ld r15,#0x7fec", 1, &["sub+4"]),
        ("ld r15,#0x9000", 1, &["sub+4"]),
        ("ld r15,#0x6000; ld r15,#0x7ffe", 2, &["sub+8", "start+4"]),
        ("ld r15,#0x6000; ld r15,#0x7ff0", 2, &["sub+8"]),
        (
            "ld r15,#0x6000; push @r15,r1; ld r15,#0x7ffe",
            3,
            &["sub+10", "start+4"],
        ),
        // A large computed increase is a decrease around the end of the segment.
        ("add r15,#0x7fff", 1, &["sub+4"]),
        ("add r15,#0x8000", 1, &["sub+4", "start+4"]),
        ("add r15,#0x8004", 1, &["sub+4", "start+4"]),
        // A call opens a frame, and a return closes it.
        ("push @r15,r1; calr more", 2, &["more", "sub+2", "start+4"]),
        ("push @r15,r1; calr more", 3, &["sub+4", "start+4"]),
        ("ld r15,#0x6000; calr more", 2, &["more", "sub+4"]),
    ];
    for (instructions, count, expected) in rows {
        let source = format!(
            "        .z8002\n        .text\n        .word 0,0x4000,start\n        .org 0x100\n\
             start: ld r15,#0x8000\n call sub\n halt\nsub: {instructions}\n nop\n ret\nmore: ret\n"
        );
        let mut sessions = [
            z8000_debugger::session::Session::new(crate::common::program(&source), 1),
            Small::new(Model::Z8002).session(&source),
        ];
        for session in &mut sessions {
            session.run(&Goal::Step(2 + u64::from(*count)), &mut |_| false);
            let frames = session.frames().into_iter().map(|frame| frame.name);
            assert_eq!(frames.collect::<Vec<_>>(), *expected, "{instructions}");
        }
    }
}

/// `inner` is called only through its address, so it is not a known routine; `other` is one.
#[test]
fn a_frame_is_named_by_where_it_was_entered() {
    let source = "        .z8002\n        .text\n        .word 0,0x4000,start\n        .org 0x100\n\
                  start: ld r15,#0x8000\n ld r2,#inner\n call @r2\n call other\n halt\n\
                  inner: nop\n nop\n jp other\nother: nop\n ret\n";
    let mut session = Small::new(Model::Z8002).session(source);
    for (name, routine) in [
        ("start+4", "start"),
        ("start+8", "start"),
        ("inner", "inner"),
        ("inner+2", "inner"),
        ("inner+4", "inner"),
        ("other", "other"),
        ("other+2", "other"),
        ("start+10", "start"),
    ] {
        session.run(&Goal::Step(1), &mut |_| false);
        let frame = &session.frames()[0];
        assert_eq!((frame.name.as_str(), frame.routine.as_str()), (name, routine));
    }
}

/// A profile can begin anywhere, even in a handler or in normal mode: it contains the clocks from there.
#[test]
fn an_account_has_the_clocks_from_its_beginning() {
    for (model, source) in [
        (Model::Z8002, source!("nested.s")),
        (Model::Z8001, source!("segmented.s")),
    ] {
        let mut machine = Small::new(model);
        machine.joint = true;
        let mut session = machine.session(source);
        let mut moments = Vec::new();
        for _ in 0..6 {
            session.run(&Goal::Step(531), &mut |_| false);
            moments.push(session.now());
        }
        for from in &moments {
            let report = session.profile(from.steps).report();
            let own: u64 = report.routines.iter().map(|row| row.exclusive).sum();
            let clocks = session.now().clocks - from.clocks;
            assert_eq!((own, report.clocks), (clocks, clocks), "{model:?} {from:?}");
            assert!(
                report
                    .routines
                    .iter()
                    .all(|row| row.exclusive <= row.inclusive && row.inclusive <= clocks)
            );
        }
    }
}
