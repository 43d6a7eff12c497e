//! Programs on a machine other than the board: segmented addresses, and connections of serial ports.

use z8000::cpu::Model;
use z8000_debugger::command::{Form, Interpreter, batch};
use z8000_debugger::expression::Place;
use z8000_debugger::machine::Fault;
use z8000_debugger::session::{Goal, Reason, Session};

use crate::small::{Small, Wire};

/// Code in segments 3 and 5, data in segment 1, the stack in segment 2.
const SEGMENTS: &str = "
        .z8001
        .text
        .org    0
        .word   0, 0xC000, 0x8300, 0x0100
        .org    24
        .word   0, 0xC000, 0x8300, system - 0x30000
        .org    0x30100
start:  ldl     rr14,#0x82008000
        ldl     rr2,#0x81001000
        ldk     r5,#2
loop:   calr    count
        call    far
        sc      #5
        djnz    r5,loop
        halt
count:  inc     r1,#1
        ld      @rr2,r1
        ret
system: inc     r9,#1
        iret
        .org    0x50200
far:    push    @rr14,r1
        pop     r8,@rr14
        ret
        .bss
        .org    0x11000
cell:   .space  4
";

fn texts(session: Session, script: &str) -> String {
    let mut interpreter = Interpreter::new(session, None);
    let mut out = Vec::new();
    batch(
        &mut interpreter,
        &mut script.as_bytes(),
        Form::Text,
        &mut out,
        &mut |_| false,
    )
    .expect("memory can be written");
    String::from_utf8(out).expect("UTF-8")
}

/// LDL 6, LDL 6, LDK 2: CALR is at 010e, CALL to a segmented address at 0110, SC at 0116, DJNZ at 0118, HALT at 011a,
/// `count` at 011c, `system` at 0122.
#[test]
fn a_segmented_program_in_words() {
    let script = "info\nwhere\nbreak far\nbreak <<3>>0x118 ignore 1\nrange <<5>>0x202,<<5>>0x204\nwatch write cell\n\
                  watch change <<2>>0x7ffe\nexception sc 5\nwhen r9 == 1\nclock 80\nbreakpoints\ncontinue\ncontinue\n\
                  stack\nregisters\ncontinue\ncontinue\ncontinue\nback-continue\ndelete all\nuntil system\nstack\nout\n\
                  back-over\nback-out\ngoto 0\nstep 5\nout\nover\nover\nback-over\nprint word(rr2)\nprint pc\nprint sp\n\
                  print address(rr2)\nprint address(cell) == address(rr2)\nmemory <<1>>0x0ffe,20\n\
                  memory program <<5>>0x200,6\nmemory <<1>>0xfffe\ndisassemble <<5>>0x200,3\ndisassemble start,8\n\
                  find word 1\nfind word 1 in <<1>>0,<<1>>0x1001\nfind program word 0xa900 in <<3>>0x100,<<3>>0x200\n\
                  set pc = <<3>>0x0110\nset sp = <<2>>0x7000\nset long(<<1>>0x1000) = 0x12345678\nmemory cell,4\n\
                  print sp\ncontinue\norigin cell\norigin <<2>>0x6ffe\ntrace 3\ncounts count since start\n\
                  counts cell,4 since start\ncounts far since start\nprofile since start\n\
                  memory <<9>>0\nwatch write <<6>>0\nwatch write <<1>>0xffff,2\nwatch write <<1>>0xfffe,2\n\
                  set sp = <<128>>0\nset pc = <<3>>1\nset pc = 0x800000\nbreak 0x800000\nset fcw.seg = 0\nprint sp\n\
                  print word(0x100)\nregisters\nwhere\nquit";
    insta::assert_snapshot!(texts(Small::new(Model::Z8001).session(SEGMENTS), script));
}

/// Receives characters at port 1, and sends each one's successor to port 1 and to the user at port 0. A full stop ends
/// it.
const ECHO: &str = "
        .z8002
        .text
        .word   0, 0x4000, start
start:  inb     rl0,#0xff31
        bitb    rl0,#0
        jr      z,start
        inb     rl0,#0xff33
        incb    rl0,#1
        outb    #0xff33,rl0
        outb    #0xff03,rl0
        inc     r1,#1
        cpb     rl0,#'/'
        jr      nz,start
        halt
";

fn echo(pieces: &[&str]) -> (Session, Wire) {
    let wire = Wire::default();
    wire.ends().coming[1] = pieces.iter().map(|piece| piece.as_bytes().to_vec()).collect();
    (Small::new(Model::Z8002).session(ECHO).connected(wire.clone()), wire)
}

fn forever(session: &mut Session) -> Reason {
    session.run(&Goal::Forever, &mut |_| false)
}

fn sent(wire: &Wire) -> [String; 2] {
    [0, 1].map(|port| String::from_utf8(wire.ends().sent[port].clone()).expect("ASCII"))
}

#[test]
fn what_comes_is_recorded_and_what_goes_is_passed_on_once() {
    let (mut session, wire) = echo(&["ab", "c", "."]);
    assert_eq!(forever(&mut session), Reason::Halted);
    let all = ["bcd/".to_owned(), "bcd/".to_owned()];
    assert_eq!((sent(&wire), session.console().kept()), (all.clone(), &b"bcd/"[..]));
    let end = (session.now(), session.cpu().state());
    for at in [0, 300, end.0.instructions - 2, 600] {
        session.seek(at);
        assert_eq!(forever(&mut session), Reason::Halted, "{at}");
        assert_eq!((session.now(), session.cpu().state()), end, "{at}");
        assert_eq!(session.console().kept(), b"bcd/");
    }
    assert_eq!(sent(&wire), all);
    // The recording contains what was received.
    let recording = serde_json::to_value(session.recording()).expect("JSON");
    let came: Vec<_> = recording["changes"]
        .as_array()
        .expect("changes")
        .iter()
        .map(|one| &one["received"])
        .collect();
    let piece = |characters: &str| serde_json::json!({ "port": 1, "characters": characters });
    assert_eq!(came, [&piece("ab"), &piece("c"), &piece(".")]);
    let recording = serde_json::from_value(recording).expect("a recording");
    let (mut other, quiet) = echo(&[]);
    other.open(&recording, &mut |_| false).expect("the same program");
    assert_eq!((other.now(), other.cpu().state()), end);
    assert_eq!(
        (sent(&quiet), other.console().kept()),
        (Default::default(), &b"bcd/"[..])
    );
}

#[test]
fn another_future_finds_what_had_come_and_sends_again() {
    let (mut session, wire) = echo(&["a", "b", "."]);
    assert_eq!(forever(&mut session), Reason::Halted);
    session.seek(0);
    session.set(Place::Word(1), 0x100);
    assert_eq!(session.revision(), 1);
    assert_eq!(forever(&mut session), Reason::Halted);
    assert_eq!(session.cpu().register(1), 0x103);
    assert_eq!(sent(&wire), ["bc/bc/".to_owned(), "bc/bc/".to_owned()]);
    // This time the characters arrive together, when the program waits for the first.
    let recording = serde_json::to_value(session.recording()).expect("JSON");
    assert_eq!(recording["changes"][1]["received"]["characters"], "ab.");
    // From the middle: only what was received after that arrives again.
    let (mut session, wire) = echo(&["a", "b", "."]);
    forever(&mut session);
    let at = serde_json::to_value(session.recording()).expect("JSON")["changes"][1]["at"].as_u64();
    session.seek(at.expect("a moment") - 1);
    session.set(Place::Word(1), 0x200);
    assert_eq!(forever(&mut session), Reason::Halted);
    assert_eq!(session.cpu().register(1), 0x202);
    assert_eq!(sent(&wire), ["bc/c/".to_owned(), "bc/c/".to_owned()]);
}

#[test]
fn a_copy_apart_sends_and_receives_nothing() {
    let (mut session, wire) = echo(&["a", "."]);
    let mut copy = session.apart();
    assert_eq!(forever(&mut copy), Reason::WantsInput);
    assert_eq!((sent(&wire), wire.ends().coming[1].len()), (Default::default(), 2));
    assert_eq!(forever(&mut session), Reason::Halted);
    assert_eq!(copy.console().kept(), b"");
}

/// The program waits for a port at which characters can arrive at any time; each piece arrives at the end of a slice.
#[test]
fn a_live_connection_is_looked_at_again_and_again() {
    let (mut session, wire) = echo(&["a", "", "b"]);
    wire.ends().live = Some(1);
    let mut looks = 0;
    let stop = session.run(&Goal::Forever, &mut |_| {
        looks += 1;
        looks == 3
    });
    assert_eq!((stop, looks), (Reason::Interrupted, 3));
    assert_eq!(sent(&wire)[1], "bc");
    wire.ends().coming[1].push_back(b".".to_vec());
    assert_eq!(session.go_on(&mut |_| false), Reason::Halted);
    assert_eq!((sent(&wire)[1].as_str(), session.cpu().register(1)), ("bc/", 3));
    // Every change is at a multiple of 256 instructions.
    let recording = serde_json::to_value(session.recording()).expect("JSON");
    for change in recording["changes"].as_array().expect("changes") {
        assert!(change["at"].as_u64().is_some_and(|at| at % 256 == 0), "{change}");
    }
    assert_eq!(session.go_on(&mut |_| false), Reason::Done);
}

#[test]
fn a_connection_that_fails_ends_the_run() {
    let (mut session, wire) = echo(&["a", "."]);
    wire.ends().broken = Some(1);
    assert_eq!(
        forever(&mut session),
        Reason::Error(Fault("nothing comes at port 1".to_owned()))
    );
    wire.ends().broken = Some(0);
    assert_eq!(
        forever(&mut session),
        Reason::Error(Fault("nothing leaves port 0".to_owned()))
    );
    let (mut session, wire) = echo(&["a", "."]);
    let stop = session.run(
        &Goal::to(vec![session.program().code_address("start").expect("a label").plus(14)]),
        &mut |_| false,
    );
    assert_eq!(stop, Reason::Done);
    wire.ends().broken = Some(1);
    assert_eq!(
        session.run(&Goal::Step(2), &mut |_| false),
        Reason::Error(Fault("nothing leaves port 1".to_owned()))
    );
}

/// A program that reads lines at port 0, and counts the characters.
const LINES: &str = "
        .z8002
        .text
        .word   0, 0x4000, start
start:  inb     rl0,#0xff01
        bitb    rl0,#0
        jr      z,start
        inb     rl0,#0xff03
        outb    #0xff03,rl0
        inc     r1,#1
        cpb     rl0,#'.'
        jr      nz,start
        halt
";

/// Characters that are sent arrive immediately; of input supplied in advance, a line arrives whenever the program
/// waits.
#[test]
fn lines_come_when_the_program_waits() {
    let machine = || Small::new(Model::Z8002);
    let changes = |session: &Session| {
        let recording = serde_json::to_value(session.recording()).expect("JSON");
        let changes = recording["changes"].as_array().expect("changes").iter();
        let sent = changes.map(|change| change["send"].as_str().expect("a text").to_owned());
        sent.collect::<Vec<_>>()
    };
    let mut session = machine().session(LINES);
    session.feed(b"later\n.");
    session.send(b"one\ntwo");
    assert_eq!(changes(&session), ["one\ntwo"]);
    assert_eq!(forever(&mut session), Reason::Halted);
    assert_eq!(session.console().kept(), b"one\ntwolater\n.");
    assert_eq!(changes(&session), ["one\ntwo", "later\n", "."]);
    let mut session = Small::new(Model::Z8002).session(LINES);
    session.send(b"one\ntwo.");
    assert_eq!(changes(&session), ["one\ntwo."]);
    assert_eq!(forever(&mut session), Reason::Halted);
    assert_eq!(session.cpu().register(1), 8);
}

/// What was sent at a moment is part of each future after that moment, and of none before it.
#[test]
fn what_was_sent_later_is_not_in_another_future() {
    let mut session = Small::new(Model::Z8002).session(LINES);
    assert_eq!(forever(&mut session), Reason::WantsInput);
    let first = session.now().instructions;
    session.send(b"a");
    assert_eq!(forever(&mut session), Reason::WantsInput);
    session.send(b"b\nc\n");
    let second = session.now().instructions;
    session.run(&Goal::Step(40), &mut |_| false);
    session.seek(second + 20);
    session.set(Place::Word(5), 1);
    assert_eq!(forever(&mut session), Reason::WantsInput);
    assert_eq!(session.console().kept(), b"ab\nc\n");
    // At that moment, a line for which the program waits has already been sent.
    session.seek(second);
    session.set(Place::Word(5), 1);
    assert_eq!(forever(&mut session), Reason::WantsInput);
    assert_eq!(session.console().kept(), b"ab\nc\n");
    session.seek(first + 1);
    session.set(Place::Word(5), 2);
    assert_eq!(forever(&mut session), Reason::WantsInput);
    assert_eq!(session.console().kept(), b"a");
    session.seek(0);
    session.set(Place::Word(5), 3);
    assert_eq!(forever(&mut session), Reason::WantsInput);
    assert_eq!(session.console().kept(), b"");
}

#[test]
fn a_fault_is_told_and_the_past_stays() {
    let source = ".z8002\n.text\n.word 0,0x4000,start\nstart: inc r1,#1\n nop\n .word 0x3600\n";
    let mut session = Small::new(Model::Z8002).session(source);
    assert_eq!(
        forever(&mut session),
        Reason::Error(Fault(
            "the word 3600 at 000a is not an instruction of the Z8002".to_owned()
        ))
    );
    assert_eq!((session.now().instructions, session.pc().linear()), (3, 10));
    assert_eq!(session.back(2), Reason::Done);
    assert_eq!(session.pc().linear(), 8);
}

/// Interrupts of each kind: a port requests each, and the word sent to the port is its identifier.
const REQUESTS: &str = "
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x314
        .word   0x4000, nmi, 0x4000, nvi, 0x4000, first, second
        .org    0x100
start:  ld      r15,#0x8000
        ld      r0,#0x300
        ldctl   psapoff,r0
        ei      vi,nvi
        ld      r1,#0x0007
        out     #0xff20,r1
        ld      r1,#0x0000
        out     #0xff22,r1
        ld      r1,#0x0001
        out     #0xff22,r1
        ld      r1,#0x0009
        out     #0xff24,r1
        halt
nmi:    inc     r3,#1
        iret
nvi:    inc     r4,#1
        iret
first:  inc     r5,#1
        iret
second: inc     r6,#1
        iret
";

#[test]
fn interrupts_are_stopped_at_by_their_class_and_number() {
    let rows: &[(&str, &[&str])] = &[
        ("exception nvi", &["NVI from nvi"]),
        ("exception nvi 7", &["NVI from nvi"]),
        ("exception nvi 8", &[]),
        ("exception vi", &["VI #0 from first", "VI #1 from second"]),
        ("exception vi 1", &["VI #1 from second"]),
        ("exception nmi", &["NMI from nmi"]),
        ("exception sc", &[]),
    ];
    for (line, expected) in rows {
        let mut interpreter = Interpreter::new(Small::new(Model::Z8002).session(REQUESTS), None);
        interpreter.execute(line, &mut |_| false).expect(line);
        let mut stops = Vec::new();
        loop {
            let data = interpreter.execute("continue", &mut |_| false).expect("it runs").data;
            if data["reason"] == "halted" {
                break;
            }
            let word = |field: &str| data[field].as_str().unwrap_or_default().to_owned();
            stops.push(format!("{} from {}", word("exception"), word("name")));
            let text = interpreter.execute("stack", &mut |_| false).expect("frames").text;
            assert!(text.contains(&format!("({})", word("exception"))), "{text}");
        }
        assert_eq!(stops, *expected, "{line}");
    }
    let mut session = Small::new(Model::Z8002).session(REQUESTS);
    forever(&mut session);
    assert_eq!([3, 4, 5, 6].map(|n| session.cpu().register(n)), [1; 4]);
    let report = session.profile(0).report();
    let calls: Vec<(&str, u64, u64)> = report
        .routines
        .iter()
        .map(|row| (&*row.routine, row.calls, row.exclusive))
        .collect();
    // INC 4, IRET 13 clocks in each.
    let handlers = ["first", "nmi", "nvi", "second"];
    assert_eq!(calls[4..], handlers.map(|name| (name, 1, 17)));
    // Each interrupt takes as many clocks as SC.
    assert_eq!(
        calls[1..4],
        [("taking VI", 2, 66), ("taking NMI", 1, 33), ("taking NVI", 1, 33)]
    );
}
