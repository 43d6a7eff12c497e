//! Replays of a part of the past, in pieces and beyond its end, and movements interrupted by a tick.

use z8000::cpu::Cpu;
use z8000::machine::World;
use z8000::run::Probe;
use z8000_debugger::breakpoint::Kind;
use z8000_debugger::command::Interpreter;
use z8000_debugger::expression::Place;
use z8000_debugger::session::{Goal, Reason, Session};

use crate::common::{HEAD, program};
use crate::small::Small;

/// R1 counts; each instruction except the input takes 2 bytes: `loop` is at 6.
const SOURCE: &str = "
start:  inc     r1,#1
        jr      start
";

fn session() -> Session {
    Session::new(program(&format!("{HEAD}{SOURCE}")), 4_000_000)
}

/// The clocks at which instructions began, with R1 at that time.
#[derive(Default)]
struct Seen(Vec<(u64, u16)>);

impl Probe<World> for Seen {
    fn instruction(&mut self, clocks: u64, cpu: &Cpu, _: &World) {
        self.0.push((clocks, cpu.register(1)));
    }
}

/// INC 4, JR 6 clocks. R1 is set to 100 at moment 4.
#[test]
fn a_part_of_the_past_is_replayed_in_pieces() {
    let other = || Small::new(z8000::cpu::Model::Z8002).session(&format!("{HEAD}{SOURCE}"));
    for mut session in [session(), other()] {
        session.run(&Goal::Step(4), &mut |_| false);
        session.set(Place::Word(1), 100);
        session.run(&Goal::Step(3), &mut |_| false);
        let all = [(0, 0), (4, 1), (10, 1), (14, 2), (20, 100), (24, 101), (30, 101)];
        for from in 0..=8 {
            let mut seen = Seen::default();
            session.replay(from, &mut seen);
            assert_eq!(seen.0, all[from.min(7) as usize..], "from {from}");
        }
        // Two steps at a time; the replay ends at the present, and can be extended.
        let mut past = session.past(2);
        let mut seen = Seen::default();
        assert_eq!(
            [2, 2, 2].map(|most| past.advance(most, &mut seen)),
            [false, false, true]
        );
        assert_eq!(seen.0, all[2..]);
        assert!(past.advance(5, &mut seen));
        assert_eq!(seen.0.len(), 5);
        session.run(&Goal::Step(1), &mut |_| false);
        session.set(Place::Word(1), 7);
        session.run(&Goal::Step(2), &mut |_| false);
        session.prolong(&mut past);
        assert!(past.advance(u64::MAX, &mut seen));
        assert_eq!(seen.0[5..], [(34, 102), (40, 7), (44, 8)]);
        // Beyond the present, without using the known future.
        session.seek(3);
        let mut past = session.past(3);
        let mut seen = Seen::default();
        assert!(!past.continue_beyond(3, &mut seen));
        assert_eq!(seen.0, [(14, 2), (20, 2), (24, 3)]);
        assert_eq!(session.now().instructions, 3);
    }
    let past = session().past(0);
    assert_eq!(past.machine().instructions(), 0);
}

#[test]
fn beyond_the_present_a_replay_tells_where_the_program_ends() {
    for (body, ends) in [
        ("start: inc r1,#1\n halt\n", true),
        ("start: inc r1,#1\n .word 0x3600\n", true),
        ("start: inb rl0,#0xff01\n bitb rl0,#0\n jr z,start\n halt\n", true),
        ("start: inc r1,#1\n jr start\n", false),
    ] {
        let session = Session::new(program(&format!("{HEAD}{body}")), 4_000_000);
        let mut past = session.past(0);
        assert_eq!(past.continue_beyond(1_000, &mut Seen::default()), ends, "{body}");
    }
}

/// The tick interrupts each time: the movement reaches the same end, and the previous stop is unchanged.
#[test]
fn an_interrupted_movement_comes_to_its_end() {
    let far = 3 << 20;
    let prepared = || {
        let mut session = session();
        session.run(&Goal::Step(far), &mut |_| false);
        session.set_mark();
        session
    };
    type Movement = fn(&mut Session, &mut dyn FnMut(&Session) -> bool) -> Reason;
    let back: &[(&str, Movement)] = &[
        ("run back", |session, tick| session.run_back(tick)),
        ("back to", |session, tick| {
            let at = z8000_debugger::breakpoint::Breakpoint::passing(Kind::Clock(100), None);
            session.back_to(vec![at], tick)
        }),
        ("on", |session, tick| session.run(&Goal::Time(5 << 20), tick)),
    ];
    for (name, movement) in back {
        let (mut whole, mut parts) = (prepared(), prepared());
        whole.breakpoints.add(Kind::Clock(50), "");
        parts.breakpoints.add(Kind::Clock(50), "");
        let last = parts.now();
        let expected = movement(&mut whole, &mut |_| false);
        let mut stop = movement(&mut parts, &mut |_| true);
        let mut interruptions = 0;
        while stop == Reason::Interrupted {
            interruptions += 1;
            stop = parts.go_on(&mut |_| true);
        }
        assert!(interruptions > 0, "{name}");
        assert_eq!((stop, parts.now()), (expected, whole.now()), "{name}");
        assert!(*name == "on" || parts.last() == last, "{name}");
        assert_eq!(parts.cpu().state(), whole.cpu().state(), "{name}");
    }
    // A search for a write does not move the session, and reports how far it has come.
    let mut interpreter = Interpreter::new(prepared(), None);
    let mut outcome = interpreter.execute("origin 0x1000", &mut |_| true);
    let mut said = Vec::new();
    while let Err(error) = outcome {
        said.push(error.to_string());
        assert!(interpreter.unfinished());
        outcome = interpreter.go_on(&mut |_| true);
    }
    let since = |at: u64| format!("interrupted: nothing was found since step {at}");
    assert_eq!(said, [since(2 << 20), since(1 << 20)]);
    assert_eq!(
        outcome.map(|answer| answer.text).as_deref(),
        Ok("nothing has written to 1000 since the start: 0000 is from reset")
    );
    assert_eq!(
        (interpreter.session.now().instructions, interpreter.unfinished()),
        (far, false)
    );
    assert_eq!(
        interpreter.go_on(&mut |_| false).map(|answer| answer.text).as_deref(),
        Ok("")
    );
}

/// Continuing without an interrupted movement does nothing, and nothing is reported twice.
#[test]
fn nothing_is_told_again_where_nothing_continues() {
    let source = "start: ldb rl0,#'a'\n outb #0xff03,rl0\n nop\n nop\n halt\n";
    let mut interpreter = Interpreter::new(Session::new(program(&format!("{HEAD}{source}")), 4_000_000), None);
    let mut said = |line: &str| interpreter.execute(line, &mut |_| false).expect(line).text;
    said("break start+6 log \"here\"");
    assert!(said("step 2").starts_with("[17] here\nconsole: a\n"));
    assert_eq!(
        interpreter.go_on(&mut |_| false).map(|answer| answer.text).as_deref(),
        Ok("")
    );
    let text = interpreter.execute("step", &mut |_| false).expect("a step").text;
    assert!(!text.contains("here") && !text.contains("console"), "{text}");
}

/// The messages from before a saved history is opened were reported; its output was not.
#[test]
fn messages_are_not_told_again_when_a_history_is_opened() {
    let source = "start: ldb rl0,#'a'\n outb #0xff03,rl0\nloop: inc r1,#1\n jr loop\n";
    let file = std::env::temp_dir().join(format!("z8000-debugger-messages-{}", std::process::id()));
    let mut interpreter = Interpreter::new(Session::new(program(&format!("{HEAD}{source}")), 4_000_000), None);
    let mut said = |line: &str| {
        let data = interpreter.execute(line, &mut |_| false).expect(line).data;
        (data.get("console").cloned(), data.get("notes").cloned())
    };
    let none = (None, None);
    let notes = |list: &[&str]| Some(serde_json::json!(list));
    said("break loop log \"r1 is {r1}\"");
    // LDB 5, OUTB 12, INC 4, JR 6 clocks.
    assert_eq!(
        said("step 4"),
        (Some("a".into()), notes(&["[17] r1 is 0", "[27] r1 is 1"]))
    );
    said(&format!("save {}", file.display()));
    assert_eq!(said("step 2"), (None, notes(&["[37] r1 is 2"])));
    assert_eq!(said(&format!("open {}", file.display())), (Some("a".into()), None));
    assert_eq!(said("step"), none);
    assert_eq!(said("step"), (None, notes(&["[37] r1 is 2"])));
    std::fs::remove_file(&file).expect("it goes");
}

/// A stop reports only new output and messages; a continued movement reports all of its own.
#[test]
fn each_stop_tells_what_is_new() {
    let source = "start: ldb rl0,#'a'\n1: outb #0xff03,rl0\n incb rl0,#1\n cpb rl0,#'f'\n jr ne,1b\n halt\n";
    let mut interpreter = Interpreter::new(Session::new(program(&format!("{HEAD}{source}")), 4_000_000), None);
    // There is nothing to continue.
    assert!(interpreter.go_on(&mut |_| false).is_ok());
    let mut said = |line: &str| {
        let data = interpreter.execute(line, &mut |_| false).expect(line).data;
        (
            data.get("console")
                .and_then(|text| text.as_str())
                .unwrap_or_default()
                .to_owned(),
            data.get("notes").map(|notes| notes.to_string()).unwrap_or_default(),
        )
    };
    said("break 0xe log \"{rl0}\"");
    let told = |console: &str, notes: &str| (console.to_owned(), notes.to_owned());
    // LDB 5, OUTB 12, INCB 4, CPB 7, JR 6: the message is logged before INCB, at 17 and then every 29 clocks.
    assert_eq!(said("step 2"), told("a", ""));
    assert_eq!(said("step 3"), told("", "[\"[21] 98\"]"));
    assert_eq!(said("step 4"), told("b", "[\"[50] 99\"]"));
    assert_eq!(said("back 4"), told("", ""));
    assert_eq!(
        said("continue"),
        told("bcde", "[\"[50] 99\",\"[79] 100\",\"[108] 101\",\"[137] 102\"]")
    );
    assert_eq!(said("console"), told("abcde", ""));
    let shown = |interpreter: &mut Interpreter| interpreter.execute("goto 7", &mut |_| false).map(|answer| answer.text);
    interpreter.tells_output = false;
    assert_eq!(shown(&mut interpreter).map(|text| text.lines().count()), Ok(1));
}

/// A snapshot is taken every 2^20 instructions, as far as the bound allows, but at least three are kept.
#[test]
fn snapshots_are_made_at_intervals_within_their_bound() {
    let mut session = session();
    // Two memories, and tables that describe them.
    let each = session.snapshots().1;
    assert!((0x2_0000..=140_000).contains(&each), "{each}");
    for (steps, count) in [(0, 1), ((1 << 20) - 1, 1), (1, 2), (1 << 20, 3), (3 << 20, 6)] {
        session.run(&Goal::Step(steps), &mut |_| false);
        assert_eq!(session.snapshots(), (count, count * each), "{steps}");
    }
    // No snapshot is taken again on a known way.
    session.seek(100);
    session.run(&Goal::Time(5 << 20), &mut |_| false);
    assert_eq!(session.snapshots().0, 6);
    for (bound, count) in [(5 * each, 5), (5 * each - 1, 4), (1, 3)] {
        session.set_bound(bound);
        assert_eq!(session.snapshots().0, count, "{bound}");
    }
    session.run(&Goal::Step(2 << 20), &mut |_| false);
    assert_eq!(session.snapshots().0, 3);
    // What follows a change is discarded.
    session.set_bound(usize::MAX);
    session.seek(10);
    session.set(Place::Word(1), 0);
    assert_eq!((session.snapshots().0, session.furthest()), (1, 10));
}

/// JR takes 6 clocks; a tick comes at the next multiple of 256 instructions, or at the end. A limit ends a run with the
/// instruction in which it is exceeded.
#[test]
fn ticks_come_after_whole_slices_and_limits_at_once() {
    let jump = || Session::new(program(&format!("{HEAD}start: jr start\n")), 4_000_000);
    for (tick, steps, expected) in [
        (256, 1000, &[256, 512, 768][..]),
        (1, 1000, &[256, 512, 768, 1000]),
        (0, 600, &[256, 512, 600]),
        (257, 1100, &[512, 1024]),
        (300, 1000, &[512, 1000]),
        (512, 1024, &[512, 1024]),
        (1000, 999, &[]),
        (1000, 1000, &[1000]),
        (1000, 1024, &[1024]),
    ] {
        for watched in [false, true] {
            let mut session = jump();
            if watched {
                session.breakpoints.add(Kind::Code(vec![0x100.into()]), "");
            }
            session.set_tick(tick);
            let mut moments = Vec::new();
            let stop = session.run(&Goal::Step(steps), &mut |session| {
                moments.push(session.now().instructions);
                false
            });
            assert_eq!(
                (stop, &moments[..]),
                (Reason::Done, expected),
                "{tick} {steps} {watched}"
            );
        }
    }
    for (limit, clocks) in [(1, 6), (1535, 1536), (1536, 1536), (1537, 1542)] {
        let mut session = jump();
        session.set_tick(256);
        session.set_limit(limit);
        for part in 1..=3 {
            assert_eq!(session.run(&Goal::Forever, &mut |_| false), Reason::Limit(limit));
            assert_eq!(session.now().clocks, part * clocks, "{limit}");
        }
    }
    // A breakpoint at the moment of a tick is not missed, and a HALT there stops the run.
    let mut session = jump();
    session.set_tick(256);
    session.breakpoints.add(Kind::Clock(1536), "");
    let stop = session.run(&Goal::Forever, &mut |_| true);
    assert!(matches!(stop, Reason::Breakpoint { .. }), "{stop:?}");
    assert_eq!(session.now().instructions, 256);
}

/// Back over the return from a long call, whose search is interrupted: the session stays where it is, and gets there
/// when it is continued.
#[test]
fn back_over_a_long_call_may_be_interrupted() {
    let source = "start: ld r15,#0x8000\n call long\n nop\n halt\nlong: ldk r2,#15\n1: clr r1\n2: djnz r1,2b\n djnz r2,1b\n \
                  clr r2\n3: djnz r1,3b\n ld r3,#20\n4: djnz r1,4b\n djnz r3,4b\n ret\n";
    let prepared = || {
        let mut session = Session::new(program(&format!("{HEAD}{source}")), 4_000_000);
        session.run(&Goal::Step(1), &mut |_| false);
        assert_eq!(session.run(&Goal::Over, &mut |_| false), Reason::Done);
        session
    };
    let mut session = prepared();
    let now = session.now();
    assert!(now.instructions > 2 << 20, "{now:?}");
    let mut stop = session.back_over(&mut |_| true);
    let mut interruptions = 0;
    while stop == Reason::Interrupted {
        assert!(interruptions > 0 || (session.now(), session.last()) == (now, now));
        interruptions += 1;
        stop = session.go_on(&mut |_| true);
    }
    assert_eq!((stop, session.now().instructions), (Reason::Done, 1));
    assert!(interruptions > 1, "{interruptions}");
    let mut session = prepared();
    assert_eq!(session.back_over(&mut |_| false), Reason::Done);
    assert_eq!((session.now().instructions, session.last()), (1, now));
}

/// The changes in a recording may be as late as its end.
#[test]
fn a_change_at_the_end_is_part_of_a_recording() {
    let mut first = session();
    first.run(&Goal::Step(5), &mut |_| false);
    first.set(Place::Word(3), 77);
    let mut second = session();
    second
        .open(&first.recording(), &mut |_| false)
        .expect("the same program");
    assert_eq!((second.cpu().register(3), second.now()), (77, first.now()));
    // Changes after the present are not included.
    first.run(&Goal::Step(5), &mut |_| false);
    first.set(Place::Word(4), 88);
    first.seek(7);
    let mut third = session();
    third
        .open(&first.recording(), &mut |_| false)
        .expect("the same program");
    assert_eq!(
        (
            third.cpu().register(3),
            third.cpu().register(4),
            third.now().instructions
        ),
        (77, 0, 7)
    );
}

/// A long text arrives line by line, whenever the program waits.
#[test]
fn a_long_text_comes_in_lines() {
    let source = "start: inb rl0,#0xff01\n bitb rl0,#0\n jr z,start\n inb rl0,#0xff03\n inc r1,#1\n cpb rl0,#'.'\n jr ne,start\n halt\n";
    let mut session = Session::new(program(&format!("{HEAD}{source}")), 4_000_000);
    let line = ["a".repeat(4096), "\n".to_owned()].concat();
    let text = [line.as_str(), &line, "aaaaa."].concat();
    session.feed(text.as_bytes());
    assert_eq!(session.run(&Goal::Forever, &mut |_| false), Reason::Halted);
    assert_eq!(usize::from(session.cpu().register(1)), text.len());
    let recording = serde_json::to_value(session.recording()).expect("JSON");
    let parts = recording["changes"].as_array().expect("changes").iter();
    let lengths: Vec<usize> = parts.map(|part| part["send"].as_str().expect("a text").len()).collect();
    assert_eq!(lengths, [4097, 4097, 6]);
}
