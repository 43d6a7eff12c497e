//! Going back leads to the earlier states, and changes nothing.

use std::time::{Duration, Instant};

use z8000::machine::Machine;
use z8000_debugger::breakpoint::Kind;
use z8000_debugger::expression::{Expression, Place};
use z8000_debugger::origin::Wanted;
use z8000_debugger::session::{Goal, Reason, Recording, RecordingError, Session, Trail};

use crate::common::{HEAD, program};

/// A program that counts in R1 and in memory, calls, and answers every character with the next one.
const SOURCE: &str = "
        .equ    STATUS, 0xff01
        .equ    DATA, 0xff03
start:  ld      r15,#0x8000
loop:   calr    count
        inb     rl0,#STATUS
        bitb    rl0,#0
        jr      z,loop
        inb     rl0,#DATA
        incb    rl0,#1
        outb    #DATA,rl0
        jr      loop
count:  inc     r1,#1
        ld      counter,r1
        ret
        .data
        .org    0x1000
counter: .word  0
";

/// A program that never waits.
const BUSY: &str = "
start:  ld      r15,#0x8000
loop:   inc     r1,#1
        ld      counter,r1
        add     r2,r1
        calr    sub
        jr      loop
sub:    xor     r2,r1
        ret
        .data
        .org    0x1000
counter: .word  0
";

fn busy() -> Session {
    Session::new(program(&format!("{HEAD}{BUSY}")), 4_000_000)
}

fn session() -> Session {
    Session::new(program(&format!("{HEAD}{SOURCE}")), 4_000_000)
}

fn state(board: &Machine) -> (Vec<u16>, u16, u16, u64, u64, Vec<u8>) {
    let registers = (0..16).map(|n| board.cpu().register(n)).collect();
    let memory = (0..=u16::MAX).map(|at| board.world().data_byte(at)).collect();
    (
        registers,
        board.cpu().pc(),
        board.cpu().fcw().bits(),
        board.clocks(),
        board.instructions(),
        memory,
    )
}

#[test]
fn every_moment_comes_back_as_it_was() {
    let mut session = session();
    let mut moments = vec![state(session.machine())];
    for _ in 0..200 {
        session.run(&Goal::Step(1), &mut |_| false);
        moments.push(state(session.machine()));
    }
    for at in (0..=200_u64).rev() {
        assert_eq!(state(session.machine()), moments[at as usize], "{at}");
        session.back(1);
    }
    assert_eq!(session.back(1), Reason::Beginning);
    session.seek(123);
    assert_eq!(state(session.machine()), moments[123]);
}

#[test]
fn input_comes_again_where_it_came() {
    let mut session = session();
    assert_eq!(session.run(&Goal::Forever, &mut |_| false), Reason::WantsInput);
    session.send(b"ab");
    session.run(&Goal::Step(1000), &mut |_| false);
    let (after, said) = (state(session.machine()), session.console().clone());
    assert_eq!(said.kept(), b"bc");
    session.seek(0);
    assert_eq!(session.console().kept(), b"");
    session.run(&Goal::Time(after.4), &mut |_| false);
    // The way passes the moment at which the program waited.
    session.seek(after.4);
    assert_eq!(state(session.machine()), after);
    assert_eq!(session.console().kept(), b"bc");
}

#[test]
fn a_change_in_the_past_makes_another_future() {
    let mut session = session();
    session.run(&Goal::Step(100), &mut |_| false);
    session.seek(50);
    session.set(Place::Word(1), 0x4000);
    assert_eq!(session.furthest(), 50);
    session.run(&Goal::Step(50), &mut |_| false);
    let changed = state(session.machine());
    assert!(changed.0[1] > 0x4000);
    session.back(20);
    session.run(&Goal::Step(20), &mut |_| false);
    assert_eq!(state(session.machine()), changed);
}

#[test]
fn a_run_under_the_debugger_is_the_run_without_it() {
    // Input as `z8k run` supplies it: whenever the program waits.
    let mut board = program(&format!("{HEAD}{SOURCE}")).machine().clone();
    let mut said = Vec::new();
    for text in [&b"hello"[..], b""] {
        board.run(u64::MAX).expect("a sound program");
        board.send(0, text);
        said.extend(board.take_output(0));
    }
    let mut session = session();
    session.feed(b"hello");
    session.breakpoints.add(Kind::Code(vec![0x20.into()]), "somewhere");
    let watch = z8000_debugger::breakpoint::On::Write;
    session.breakpoints.add(
        Kind::Access { program: false, from: 0x1000.into(), to: 0x1001.into(), on: watch },
        "counter",
    );
    let mut stops = 0;
    loop {
        let stop = session.run(&Goal::Forever, &mut |_| false);
        stops += 1;
        let now = session.now().instructions;
        session.back(3);
        session.seek(now);
        if stop == Reason::WantsInput {
            break;
        }
    }
    assert!(stops > 20, "{stops}");
    assert_eq!(session.console().kept(), said);
    assert_eq!(state(session.machine()), state(&board));
}

#[test]
fn the_last_writer_is_found() {
    let mut session = session();
    session.run(&Goal::Step(60), &mut |_| false);
    let now = state(session.machine());
    let origin = |session: &Session, address: u16| {
        let wanted = Wanted::Memory { program: false, from: address.into(), bytes: 2 };
        let at = session.now().steps;
        let origin = session.origin((wanted, at), 1, None, &mut Trail::default(), &mut |_| false);
        origin.expect("nothing interrupts").writer
    };
    let writer = origin(&session, 0x1000).expect("somebody wrote");
    let address = session.program().code_address("count").expect("a label");
    assert_eq!(writer.pc, address.plus(2));
    let stored = session.machine().world().data_word(0x1000);
    assert!(stored > 5);
    assert_eq!(
        (&writer.before, &writer.value),
        (&format!("{:04x}", stored - 1), &format!("{stored:04x}"))
    );
    assert_eq!(state(session.machine()), now);
    session.seek(writer.instructions);
    assert_eq!(session.pc(), address.plus(2));
    assert_eq!(session.now().clocks, writer.clocks);
    assert!(origin(&session, 0x4000).is_none());
}

#[test]
fn running_back_stops_where_running_forward_did() {
    let mut session = session();
    let count = session.program().code_address("count").expect("a label");
    session.breakpoints.add(Kind::Code(vec![count]), "count");
    let mut stops = Vec::new();
    for _ in 0..5 {
        session.run(&Goal::Forever, &mut |_| false);
        stops.push(session.now().instructions);
    }
    session.run(&Goal::Step(2), &mut |_| false);
    for at in stops.iter().rev() {
        let stop = session.run_back(&mut |_| false);
        assert!(matches!(stop, Reason::Breakpoint { .. }), "{stop:?}");
        assert_eq!(session.now().instructions, *at);
    }
    assert_eq!(session.run_back(&mut |_| false), Reason::Beginning);
    assert_eq!(session.now().instructions, 0);
}

#[test]
fn back_over_and_back_out_lead_to_the_call() {
    let mut session = session();
    let count = session.program().code_address("count").expect("a label");
    session.run(&Goal::to(vec![count]), &mut |_| false);
    let inside = session.now().instructions;
    session.run(&Goal::Out(0), &mut |_| false);
    assert_eq!(session.now().instructions, inside + 3);
    session.back_over(&mut |_| false);
    assert_eq!(session.now().instructions, inside - 1);
    session.run(&Goal::Over, &mut |_| false);
    assert_eq!(session.now().instructions, inside + 3);
    session.back(1);
    session.back_out(0, &mut |_| false);
    assert_eq!(session.now().instructions, inside - 1);
}

#[test]
fn a_small_memory_still_reaches_the_whole_past() {
    let mut session = busy();
    session.set_bound(1 << 20);
    session.run(&Goal::Step(40_000_000), &mut |_| false);
    let (count, bytes) = session.snapshots();
    assert!(count > 3 && bytes <= 1 << 20, "{count} {bytes}");
    let now = session.now();
    for at in [0, 12_345_678, 39_999_999] {
        session.seek(at);
        assert_eq!(session.now().instructions, at);
    }
    session.seek(now.instructions);
    assert_eq!(session.now(), now);
}

#[test]
fn an_interruption_hides_no_stop() {
    let mut session = busy();
    session.set_tick(1);
    session.run(&Goal::Time(512), &mut |_| false);
    let (pc, there) = (session.pc(), session.now());
    let when = Expression::new("instructions == 512", session.program()).expect("an expression");
    for kind in [Kind::Code(vec![pc]), Kind::Clock(there.clocks), Kind::When(when)] {
        session.seek(506);
        session.breakpoints.add(kind, "").once = true;
        let mut stop = session.run(&Goal::Time(1000), &mut |_| true);
        while stop == Reason::Interrupted {
            stop = session.go_on(&mut |_| true);
        }
        assert_eq!(session.now(), there, "{stop:?}");
    }
}

#[test]
fn one_step_back_after_a_hundred_million_is_quick() {
    let mut session = busy();
    session.run(&Goal::Step(100_000_000), &mut |_| false);
    assert_eq!(session.now().instructions, 100_000_000);
    // Each step is measured three times, because other load makes some measurements slow.
    let mut steps = [Duration::MAX; 20];
    for _ in 0..3 {
        for quickest in &mut steps {
            let start = Instant::now();
            session.back(1);
            *quickest = start.elapsed().min(*quickest);
        }
        assert_eq!(session.now().instructions, 99_999_980);
        session.run(&Goal::Step(20), &mut |_| false);
    }
    println!("steps back: {steps:?}");
    assert!(steps.iter().all(|step| *step < Duration::from_millis(100)), "{steps:?}");
}

/// A recording with every kind of change is opened by another session of the program: the state is the same, and the
/// past is accessible.
#[test]
fn a_saved_past_is_opened_again() {
    let mut first = session();
    first.run(&Goal::Step(1000), &mut |_| false);
    first.send(&[b'a', b'\n', 0xFF]);
    first.run(&Goal::Step(3000), &mut |_| false);
    let places = ["r3", "rl4", "rr6", "fcw.c", "word(0x2000)", "pbyte(0x300)"];
    for place in places {
        let place = Expression::new(place, first.program()).and_then(|place| place.place(first.view()));
        first.set(place.expect("a place"), 1);
    }
    first.run(&Goal::Step(2_000_000), &mut |_| false);
    let text = serde_json::to_string(&first.recording()).expect("JSON");
    assert!(text.len() < 1000, "{text}");
    let mut second = session();
    second.run(&Goal::Step(10), &mut |_| false);
    let recording = Recording::read(&text).expect("a recording");
    second.open(&recording, &mut |_| false).expect("the same program");
    let board = |session: &Session| state(session.machine());
    assert_eq!(board(&second), board(&first));
    assert_eq!(second.console().behind(0), first.console().behind(0));
    assert!(second.snapshots().0 > 1);
    for session in [&mut first, &mut second] {
        session.back(1_500_000);
        session.run(&Goal::Step(777), &mut |_| false);
    }
    assert_eq!(board(&second), board(&first));
    assert_eq!(second.recording(), first.recording());
}

#[test]
fn a_recording_that_does_not_fit_changes_nothing() {
    let mut other = busy();
    other.run(&Goal::Step(50), &mut |_| false);
    let text = |session: &Session| serde_json::to_string(&session.recording()).expect("JSON");
    let good = text(&other);
    let foreign = text(&session());
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from), "{good}");
        good.replace(from, to)
    };
    for (text, message) in [
        (good[..good.len() / 2].to_owned(), "not a recording of a session: "),
        ("{}".to_owned(), "not a recording of a session: missing field `schema`"),
        (
            changed("\"schema\":1", "\"schema\":2"),
            "the recording has format version 2; expected version 1",
        ),
        (foreign, "the recording was made with a different program: "),
        (
            changed("\"changes\":[]", "\"changes\":[{\"at\":60,\"send\":\"a\"}]"),
            "the recording does not match this program: the recorded changes are out of order",
        ),
        (
            changed(
                "\"changes\":[]",
                "\"changes\":[{\"at\":6,\"set\":{\"place\":\"r16\",\"value\":1}}]",
            ),
            "the recording does not match this program: `r16`: ",
        ),
        (
            changed(
                "\"changes\":[]",
                "\"changes\":[{\"at\":6,\"set\":{\"place\":\"rl1\",\"value\":1000}}]",
            ),
            "the recording does not match this program: `rl1`: ",
        ),
        (
            changed(
                "\"changes\":[]",
                "\"changes\":[{\"at\":6,\"received\":{\"port\":9,\"characters\":\"a\"}}]",
            ),
            "the recording does not match this program: the machine has no serial port 9",
        ),
        (
            changed("\"changes\":[]", "\"changes\":[{\"at\":6,\"send\":\"\u{20AC}\"}]"),
            "not a recording of a session: the character `\u{20AC}` does not fit in a byte",
        ),
    ] {
        let mut session = busy();
        session.run(&Goal::Step(7), &mut |_| false);
        let before = text_of(&session);
        let opened = Recording::read(&text).and_then(|recording| session.open(&recording, &mut |_| false));
        let error = opened.expect_err(&text).to_string();
        assert!(error.starts_with(message), "{error}");
        assert_eq!(text_of(&session), before);
    }
    // Opening can be abandoned by the user.
    let mut session = busy();
    other.run(&Goal::Step(5_000_000), &mut |_| false);
    let opened = session.open(&other.recording(), &mut |_| true);
    assert_eq!(opened, Err(RecordingError::Interrupted));
    assert_eq!(session.now().instructions, 0);
}

fn text_of(session: &Session) -> (u64, String) {
    (
        session.now().clocks,
        serde_json::to_string(&session.recording()).expect("JSON"),
    )
}

/// A program that halts cannot reach a moment after its end.
#[test]
fn a_recording_that_goes_on_behind_the_end_is_refused() {
    let halts = || Session::new(program(&format!("{HEAD}start:  halt\n")), 4_000_000);
    let mut session = halts();
    session.run(&Goal::Forever, &mut |_| false);
    let text = serde_json::to_string(&session.recording()).expect("JSON");
    let ends = format!("\"instructions\":{}", session.now().instructions);
    let later = Recording::read(&text.replace(&ends, "\"instructions\":5000")).expect("a recording");
    let error = halts().open(&later, &mut |_| false).expect_err("it ends before");
    assert!(matches!(error, RecordingError::Course(_)), "{error}");
}
