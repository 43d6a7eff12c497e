//! Descriptions of stops and exceptions, counting of hits, recordings of texts, and an extension's commands.

use std::num::NonZeroU64;

use serde_json::json;
use z8000::cpu::{Interrupt, Trap};
use z8000_debugger::breakpoint::{Breakpoints, Kind, Only, WatchedAccess};
use z8000_debugger::calls::{Class, Exception, Taken};
use z8000_debugger::command::{Answer, Arguments, Command, Extension, Group, Interpreter, Outcome, Remark};
use z8000_debugger::expression::Place;
use z8000_debugger::machine::{Address, Fault};
use z8000_debugger::session::{Goal, Reason, Session, Tick};

use crate::common::{HEAD, program};

const EXCEPTIONS: [(Exception, &str, &str); 7] = [
    (
        Exception::Trap(Trap::ExtendedInstruction),
        "extended instruction",
        "extended instruction trap",
    ),
    (
        Exception::Trap(Trap::PrivilegedInstruction),
        "privileged instruction",
        "privileged instruction trap",
    ),
    (Exception::Trap(Trap::SystemCall), "system call", "SC #5"),
    (
        Exception::Interrupt(Interrupt::SegmentTrap),
        "segment trap",
        "segment trap",
    ),
    (Exception::Interrupt(Interrupt::NonMaskable), "NMI", "NMI"),
    (Exception::Interrupt(Interrupt::NonVectored), "NVI", "NVI"),
    (Exception::Interrupt(Interrupt::Vectored), "VI", "VI #5"),
];

#[test]
fn each_stop_has_a_word_and_a_sentence() {
    let seen = |write, bytes, device| WatchedAccess {
        pc: Address::flat(0x106),
        program: false,
        write,
        address: Address::flat(0x1000),
        bytes,
        before: 0x12,
        value: 0x34,
        device,
        exception: None,
    };
    let by = |exception| WatchedAccess {
        exception: Some(Taken { exception, identifier: 0x7F05 }),
        ..seen(true, 2, None)
    };
    let hit = |ids: &[u32], seen, exception| Reason::Breakpoint { ids: ids.to_vec(), seen, exception };
    let access = |seen| hit(&[2], Some(seen), None);
    let rows = [
        (Reason::Done, "done", "stopped"),
        (hit(&[1], None, None), "breakpoint", "breakpoint 1"),
        (hit(&[1, 3, 4], None, None), "breakpoint", "breakpoint 1, 3, 4"),
        (
            access(seen(true, 2, None)),
            "breakpoint",
            "breakpoint 2: 1000 0012 -> 0034 by the instruction at 0106",
        ),
        (
            access(seen(true, 1, None)),
            "breakpoint",
            "breakpoint 2: 1000 0012 -> 34 by the instruction at 0106",
        ),
        (
            access(seen(false, 2, None)),
            "breakpoint",
            "breakpoint 2: 1000 read, 0034 by the instruction at 0106",
        ),
        (
            access(seen(false, 1, None)),
            "breakpoint",
            "breakpoint 2: 1000 read, 34 by the instruction at 0106",
        ),
        (
            access(seen(true, 1, Some("disk"))),
            "breakpoint",
            "breakpoint 2: 1000 0012 -> 34 by the device disk, during the instruction at 0106",
        ),
        (
            access(by(Exception::Interrupt(Interrupt::NonVectored))),
            "breakpoint",
            "breakpoint 2: 1000 0012 -> 0034 by NVI before the instruction at 0106",
        ),
        (
            access(by(Exception::Trap(Trap::SystemCall))),
            "breakpoint",
            "breakpoint 2: 1000 0012 -> 0034 by SC #5 of the instruction at 0106",
        ),
        (Reason::Halted, "halted", "the processor has halted"),
        (
            Reason::WantsInput,
            "input",
            "the program is waiting for input; use `send` to provide it",
        ),
        (
            Reason::Limit(7),
            "limit",
            "the limit of 7 clocks has been reached; `continue` runs past it",
        ),
        (Reason::Error(Fault("no memory".to_owned())), "error", "no memory"),
        (Reason::Interrupted, "interrupted", "interrupted"),
        (Reason::Beginning, "beginning", "no earlier stop: this is the start"),
        (
            Reason::NoCaller,
            "no caller",
            "the current routine has no caller to return to",
        ),
    ];
    for (reason, word, sentence) in rows {
        assert_eq!((reason.word(), reason.to_string().as_str()), (word, sentence));
    }
    for (exception, name, text) in EXCEPTIONS {
        let taken = Taken { exception, identifier: 0x7F05 };
        assert_eq!((exception.name(), taken.to_string().as_str()), (name, text));
        assert_eq!(
            hit(&[1], None, Some(taken)).to_string(),
            format!("breakpoint 1: {text}")
        );
    }
    for (class, name) in [
        (Class::Nvi, "nvi"),
        (Class::Vi, "vi"),
        (Class::Nmi, "nmi"),
        (Class::Sc, "sc"),
        (Class::Trap, "trap"),
    ] {
        assert_eq!(Class::named(name), Some(class));
    }
    assert_eq!(Class::named("SC"), None);
}

/// A loop of five rounds: the hits that stop it, given by R1 before DJNZ.
#[test]
fn hits_may_be_chosen_by_their_number() {
    let every = |n| Only::Every(NonZeroU64::new(n).expect("not 0"));
    let source = format!("{HEAD}start: ldk r1,#5\nloop: djnz r1,loop\n halt\n");
    for (only, ignore, stops, text) in [
        (None, 0, &[5, 4, 3, 2, 1][..], "1 break loop (0008), hits: 5"),
        (Some(Only::Hit(1)), 0, &[5], "1 break loop (0008) at hit 1, hits: 5"),
        (Some(Only::Hit(3)), 0, &[3], "1 break loop (0008) at hit 3, hits: 5"),
        (
            Some(Only::Hit(3)),
            3,
            &[],
            "1 break loop (0008) ignore 3 at hit 3, hits: 5",
        ),
        (Some(Only::Hit(6)), 0, &[], "1 break loop (0008) at hit 6, hits: 5"),
        (
            Some(every(1)),
            0,
            &[5, 4, 3, 2, 1],
            "1 break loop (0008) every 1 hits, hits: 5",
        ),
        (Some(every(2)), 0, &[4, 2], "1 break loop (0008) every 2 hits, hits: 5"),
        (
            Some(every(2)),
            2,
            &[2],
            "1 break loop (0008) ignore 2 every 2 hits, hits: 5",
        ),
        (None, 4, &[1], "1 break loop (0008) ignore 4, hits: 5"),
    ] {
        let mut session = Session::new(program(&source), 4_000_000);
        let breakpoint = session.breakpoints.add(Kind::Code(vec![8.into()]), "loop");
        (breakpoint.only, breakpoint.ignore) = (only, ignore);
        let mut found = Vec::new();
        while session.run(&Goal::Forever, &mut |_| false) != Reason::Halted {
            found.push(session.cpu().register(1));
        }
        assert_eq!(
            (&found[..], session.breakpoints.list()[0].to_string().as_str()),
            (stops, text)
        );
    }
}

#[test]
fn breakpoints_keep_their_numbers() {
    let mut list = Breakpoints::default();
    assert_eq!(list.next(), 1);
    for at in [6, 8, 10_u16] {
        list.add(Kind::Code(vec![at.into(), (at + 100).into()]), "");
    }
    list.add(Kind::Range(12.into(), 14.into()), "");
    list.remove(2);
    list.remove(7);
    let ids: Vec<u32> = list.list().iter().map(|one| one.id).collect();
    assert_eq!((ids, list.next()), (vec![1, 3, 4], 5));
    assert_eq!(
        [1, 2, 3, 4, 5].map(|id| list.find(id).map(|one| one.id)),
        [Some(1), None, Some(3), Some(4), None]
    );
    assert_eq!(
        [6, 8, 10, 12, 106, 110].map(|at: u16| list.at(at).map(|one| one.id)),
        [Some(1), None, Some(3), None, Some(1), Some(3)]
    );
    list.number_from(9);
    assert_eq!(list.add(Kind::Clock(1), "").id, 9);
    list.number_from(0);
    assert_eq!(list.next(), 1);
}

#[test]
fn a_recording_knows_a_text_that_was_sent_at_the_start() {
    let source = format!("{HEAD}start: inc r1,#1\n jr start\n");
    type Past = fn(&mut Session);
    let rows: [(Past, Option<&str>); 5] = [
        (|_| {}, None),
        (|session| session.send(b"ab\n"), Some("ab\n")),
        (
            |session| {
                session.run(&Goal::Step(1), &mut |_| false);
                session.send(b"ab");
            },
            None,
        ),
        (
            |session| {
                session.send(b"a");
                session.send(b"b");
            },
            None,
        ),
        (|session| session.set(Place::Word(1), 1), None),
    ];
    for (past, sent) in rows {
        let mut session = Session::new(program(&source), 4_000_000);
        past(&mut session);
        session.run(&Goal::Step(3), &mut |_| false);
        let recording = session.recording();
        assert_eq!(
            (recording.sent_at_start(), recording.instructions()),
            (sent, session.now().instructions)
        );
    }
}

fn hello(_: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    Ok(Answer::new(format!("hello {}", arguments.text()), json!(5)))
}

const COMMANDS: &[Command] = &[
    Command::new("hello", "he", "[NAME]", "greet", hello),
    Command::new("step", "s", "", "greet instead", hello),
    Command::new("plain", "", "", "greet without a name", hello),
];

const EXTENSION: Extension = Extension {
    commands: Group { title: "Of the program", commands: COMMANDS },
    pane: |_| Vec::new(),
    places: |_| Vec::new(),
    remark: |session| {
        let text = format!("R1 is {}", session.cpu().register(1));
        (session.cpu().register(1) > 0).then(|| Remark { text, event: json!({ "r1": session.cpu().register(1) }) })
    },
    moment: |_, _| None,
    details: |_| Vec::new(),
};

#[test]
fn an_extension_adds_commands_and_remarks() {
    let source = format!("{HEAD}start: nop\n ldk r1,#5\n halt\n");
    let mut interpreter = Interpreter::new(Session::new(program(&source), 4_000_000), Some(EXTENSION));
    let mut said = |line: &str| {
        interpreter
            .execute(line, &mut |_| false)
            .map_err(|error| error.to_string())
    };
    assert_eq!(said("hello  you "), Ok(Answer::new("hello you", json!({ "value": 5 }))));
    assert_eq!(said("he").map(|answer| answer.text), Ok("hello ".to_owned()));
    assert_eq!(said("s").map(|answer| answer.text), Ok("hello ".to_owned()));
    assert_eq!(
        said("plain 1"),
        Err("`plain` takes no arguments; usage: plain".to_owned())
    );
    assert_eq!(
        said("hallo"),
        Err("unknown command `hallo`; did you mean `hello`?".to_owned())
    );
    assert_eq!(said("").map_err(|error| error.len() > 20), Err(true));
    let help = said("help").expect("a list");
    let names: Vec<&str> = help.data["commands"]
        .as_array()
        .expect("names")
        .iter()
        .filter_map(|name| name.as_str())
        .collect();
    assert_eq!(names.iter().filter(|name| **name == "step").count(), 1);
    assert_eq!(names[names.len() - 3..], ["hello", "step", "plain"]);
    assert_eq!(help.text.lines().count(), names.len());
    assert!(help.text.ends_with(&format!(
        "\n{:<44} greet instead\n{:<44} greet without a name",
        "step (s)", "plain"
    )));
    assert_eq!(
        said("over").map(|answer| answer.text),
        Ok("0008 start+2  t.s:6   ldk r1,#5".to_owned())
    );
    let answer = said("over").expect("a step");
    assert_eq!(answer.text, "000a start+4  t.s:7   halt\nR1 is 5");
    assert_eq!(
        (&answer.data["remark"], &answer.data["event"]),
        (&json!("R1 is 5"), &json!({ "r1": 5 }))
    );
    assert_eq!(
        EXTENSION.commands.markdown(),
        "| Of the program | `hello (he) [NAME]`, `step (s)`, `plain` |\n"
    );
    assert_eq!(Answer::new("a", json!(null)).data.len(), 0);
}
