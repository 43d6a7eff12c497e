//! Described machines under the debugger. Expected values are calculated by hand, or come from a run without the
//! debugger.

use std::fs;
use std::path::{Path, PathBuf};

use z8000_asm::{Memory, Options, assemble};
use z8000_boards::Connected;
use z8000_debugger::command::Interpreter;
use z8000_debugger::expression::Place;
use z8000_debugger::machine::Address;
use z8000_debugger::program::Program;
use z8000_debugger::session::{Goal, Reason, Session};

use crate::chain::{COPY, copier};
use crate::common::{BOARD, Z8001, folder, machine, sections, user_over_tcp};
use crate::lines::{MACHINE, echo};

/// Starts a session with a source on a machine.
fn session(text: &str, folder: &Path, source: &str) -> Session {
    let mut machine = machine(text, folder);
    machine.load(&sections(source)).expect("memory for it");
    machine.start().expect("a start");
    let (machine, lines) = machine.debugged();
    let sources = Memory::new([("program.s", source)]);
    let assembly = assemble(&sources, "program.s", &Options::default()).expect("it assembles");
    let program = Program::on(machine, Some(assembly.map()), &sources, None);
    Session::new(program, 4_000_000).connected(lines)
}

/// Returns the answers to some commands.
fn answers(session: Session, commands: &[&str]) -> Vec<String> {
    let mut interpreter = Interpreter::new(session, None);
    let mut answer = |command: &&str| match interpreter.execute(command, &mut |_| false) {
        Ok(answer) => answer.text,
        Err(error) => format!("error: {error}"),
    };
    commands.iter().map(&mut answer).collect()
}

const SEGMENTS: &str = include_str!("programs/segments.s");

#[test]
fn a_segmented_program_is_seen_by_segment_and_offset() {
    let said = answers(
        session(Z8001, Path::new(""), SEGMENTS),
        &[
            "break far",
            "continue",
            "stack",
            "print word(rr2)",
            "print pc",
            "print address(rr2) == cell",
            "memory <<1>>0x1000,4",
            "disassemble <<5>>0x200,2",
            "origin cell",
            "set pc = <<3>>0x0112",
            "where",
            "set sp = <<2>>0x7000",
            "print sp",
        ],
    );
    // ldl 6, ldl 6, ld 4: calr at 0110, call at 0112, djnz at 0118, halt, count at 011c.
    assert_eq!(said[0], "1 break far (<<5>>0x0200)");
    assert!(said[1].contains("<<5>>0x0200 far"), "{}", said[1]);
    let stack: Vec<&str> = said[2].lines().map(str::trim).collect();
    assert!(stack[0].starts_with("0 <<5>>0x0200 far"), "{stack:?}");
    assert!(stack[1].starts_with("1 <<3>>0x0112 start+18"), "{stack:?}");
    // CALL has pushed the segment, and then the offset of the next instruction.
    assert!(stack[2].starts_with("SP <<2>>0x7ffc: 8300 0118"), "{stack:?}");
    assert_eq!(said[3], "word(rr2) = 0x0001 = 1");
    assert_eq!(said[4], "pc = <<5>>0x0200 = 0x50200 = 328192");
    assert_eq!(said[5], "address(rr2) == cell = -0x1 = -1");
    assert!(said[6].starts_with("<<1>>0x1000  0001 0000"), "{}", said[6]);
    assert!(said[7].starts_with("><<5>>0x0200  93e1"), "{}", said[7]);
    assert!(said[8].contains("\n  count+2  "), "{}", said[8]);
    assert!(said[10].starts_with("<<3>>0x0112 start+18"), "{}", said[10]);
    assert!(said[12].starts_with("sp = <<2>>0x7000"), "{}", said[12]);
}

#[test]
fn steps_over_and_out_of_calls_go_through_segments() {
    let said = answers(
        session(Z8001, Path::new(""), SEGMENTS),
        &["step 3", "over", "step", "out", "back-over", "back-out", "trace 1"],
    );
    for (answer, start) in said.iter().zip([
        "<<3>>0x0110 loop",
        "<<3>>0x0112",
        "<<5>>0x0200 far",
        "<<3>>0x0118",
        "<<3>>0x0112",
    ]) {
        assert!(answer.starts_with(start), "{answer} for {start}");
    }
}

#[test]
fn what_no_memory_is_at_is_said() {
    let said = answers(
        session(Z8001, Path::new(""), SEGMENTS),
        &[
            "memory <<9>>0x1000",
            "watch write <<9>>0",
            "print <<128>>0",
            "print <<1>>0x10000",
            "break 0x800000",
            "watch write <<1>>0xffff,2",
            "print word(<<9>>0)",
        ],
    );
    assert!(said[0].contains("no data memory at <<9>>0x1000"), "{}", said[0]);
    assert!(said[1].contains("no data memory at <<9>>0x0000"), "{}", said[1]);
    assert!(
        said[2].contains("<<SEGMENT>>OFFSET, with a segment of 0 to 127"),
        "{}",
        said[2]
    );
    assert!(said[3].contains("0 to 0xffff"), "{}", said[3]);
    assert!(said[4].contains("<<0>>0 to <<127>>0xffff"), "{}", said[4]);
    assert!(said[5].contains("past address <<1>>0xffff"), "{}", said[5]);
    assert_eq!(said[6], "word(<<9>>0) = 0xffff = 65535 = -1");
    let said = answers(
        session(
            BOARD,
            Path::new(""),
            ".z8002\n.text\n.word 0,0x4000,start\nstart: halt\n",
        ),
        &["print <<1>>0"],
    );
    assert!(said[0].contains("a Z8002 has no segments"), "{}", said[0]);
}

/// An entry of the program status area of a Z8001 consists of a reserved word, FCW, segment and offset; the seventh FCW
/// is followed by a table of PCs. An entry whose FCW does not select segmented system mode is ignored.
#[test]
fn handlers_are_routines_on_a_z8001() {
    let source = "
        .z8001
        .text
        .org    0
        .word   0, 0xC000, 0x8300, start - 0x30000
        .org    0x30100
start:  ld      r2,#0x8300
        ldctl   psapseg,r2
        ld      r2,#0x0400
        ldctl   psapoff,r2
        halt
calls:  iret
        nop
wrong:  iret
        nop
first:  iret
second: iret
        .org    0x30400 + 1 * 8
        .word   0, 0x4000, 0x8300, wrong - 0x30000
        .org    0x30400 + 3 * 8
        .word   0, 0xC000, 0x8300, calls - 0x30000
        .org    0x30400 + 7 * 8
        .word   0, 0xC000, 0x8300, first - 0x30000, 0x8300, second - 0x30000, 0x8300, 0, 0x8300, wrong - 0x30000
";
    let found = session(Z8001, Path::new(""), source);
    let starts: Vec<String> = found
        .program()
        .routines
        .list
        .iter()
        .map(|routine| routine.start.to_string())
        .collect();
    // LD of a constant has 4 bytes, LDCTL, IRET, NOP and HALT have 2: `calls` is after 14, `first` after 22.
    let expected = ["<<3>>0x0100", "<<3>>0x010e", "<<3>>0x0116", "<<3>>0x0118"];
    assert_eq!(starts, expected);
    for name in ["calls", "first", "second"] {
        assert!(
            found.program().routines.list.iter().any(|routine| routine.name == name),
            "{name}"
        );
    }
}

/// Tests non-segmented code in segment 4 of a Z8001.
#[test]
fn non_segmented_code_is_in_the_segment_of_pc() {
    let text = "processor = \"z8001\"\n[start]\nfcw = 0x4000\npc = 0x040000\nstack = 0x048000\n\
                [[memory]]\nkind = \"ram\"\nsize = 0x50000";
    let source = ".z8002\n.text\nstart: inc r1,#1\n ld 0x1000,r1\n calr sub\n halt\nsub: ret\n";
    let mut machine = machine(text, Path::new(""));
    let mut sections = sections(source);
    sections.iter_mut().for_each(|section| section.start += 0x4_0000);
    machine.load(&sections).expect("memory for it");
    machine.start().expect("a start");
    let (machine, lines) = machine.debugged();
    let program = Program::on(machine, None, &Memory::new([("", "")]), None);
    let said = answers(
        Session::new(program, 4_000_000).connected(lines),
        &[
            "watch write <<4>>0x1000",
            "continue",
            "print word(0x1000)",
            "step",
            "stack",
        ],
    );
    assert!(
        said[1].contains("<<4>>0x1000 0000 -> 0001 by the instruction at <<4>>0x0002"),
        "{}",
        said[1]
    );
    assert_eq!(said[2], "word(0x1000) = 0x0001 = 1");
    // inc 2, ld 4, calr 2, halt 2: the return address is 0008.
    assert!(
        said[4].contains("1 <<4>>0x0006") && said[4].contains("SP <<4>>0x7ffe: 0008"),
        "{}",
        said[4]
    );
}

const DEVICES: &str = include_str!("programs/devices.s");

fn with_devices(folder: &Path) -> String {
    fs::write(folder.join("disk"), vec![1; 1024]).expect("a file");
    fs::write(folder.join("in"), "How are you.").expect("a file");
    let board = BOARD.replace("standard = true", "status = 0xFF31\ndata = 0xFF33");
    format!("{board}\n[[serial]]\ninput = \"in\"\noutput = \"out\"\n[[disk]]\nimage = \"disk\"\nwritable = true\n")
}

/// Returns the registers, the memory and the clocks.
fn state(session: &Session) -> (Vec<u16>, Vec<u8>, u64, u64) {
    let registers = (0..16).map(|n| session.cpu().register(n));
    let registers = registers.chain([session.cpu().pc(), session.cpu().fcw().bits()]);
    let memory = (0x7F00..=0x7FFF).map(|at: u16| session.look().byte(false, Address::flat(at)));
    let now = session.now();
    (registers.collect(), memory.collect(), now.steps, now.clocks)
}

fn devices(name: &str) -> (PathBuf, Session) {
    let folder = folder(name);
    let text = with_devices(&folder);
    let session = session(&text, &folder, DEVICES);
    (folder, session)
}

#[test]
fn going_back_finds_the_devices_as_they_were() {
    let (folder, mut session) = devices("devices");
    let mut states = Vec::new();
    loop {
        states.push(state(&session));
        let stop = session.run(&Goal::Step(7), &mut |_| false);
        if stop == Reason::Halted {
            break;
        }
        assert_eq!(stop, Reason::Done);
    }
    let end = state(&session);
    assert!(session.cpu().register(9) > 3, "the timer has interrupted");
    assert_eq!(fs::read(folder.join("out")).expect("a file"), b"Ipx!bsf!zpv/");
    let mut order: Vec<usize> = (0..states.len()).collect();
    order.sort_by_key(|n| n.wrapping_mul(0x9E37_79B9) & 0xFFFF);
    for &n in order.iter().take(300) {
        session.seek(states[n].2);
        assert_eq!(state(&session), states[n]);
    }
    session.seek(0);
    assert_eq!(session.run(&Goal::Forever, &mut |_| false), Reason::Halted);
    assert_eq!(state(&session), end);
    // Output was sent only once, and the image is unchanged.
    assert_eq!(fs::read(folder.join("out")).expect("a file"), b"Ipx!bsf!zpv/");
    assert_eq!(fs::read(folder.join("disk")).expect("a file"), vec![1; 1024]);
}

#[test]
fn a_debugged_run_is_the_run_itself() {
    let (folder, mut session) = devices("same");
    session.run(&Goal::Forever, &mut |_| false);
    let (_, watched) = devices("same-watched");
    let mut interpreter = Interpreter::new(watched, None);
    for command in [
        "watch access 0x2000",
        "when r9 == 60000",
        "break 0x102 if 0",
        "continue",
    ] {
        interpreter.execute(command, &mut |_| false).expect("it is executed");
    }
    assert_eq!(state(&interpreter.session), state(&session));
    let text = with_devices(&folder);
    fs::remove_file(folder.join("out")).expect("the output of the session");
    let mut machine: Connected = machine(&text, &folder);
    machine.load(&sections(DEVICES)).expect("memory for it");
    machine.start().expect("a start");
    machine.run(u64::MAX).expect("it runs");
    let now = session.now();
    assert_eq!((machine.steps(), machine.clocks()), (now.steps, now.clocks));
    assert_eq!(machine.cpu(), session.cpu());
}

#[test]
fn what_is_sent_comes_at_once() {
    let text = BOARD.replace("standard = true", "standard = true\nreturns = true");
    let session = || session(&text, Path::new(""), crate::machines::PROMPT);
    let mut fed = session();
    fed.feed(b"one\ntwo\n.");
    assert_eq!(fed.run(&Goal::Forever, &mut |_| false), Reason::Halted);
    assert_eq!(fed.console().kept(), b"one\rtwo\r.");
    let mut sent = session();
    sent.send(b"one\n");
    sent.send(b"two\n.");
    sent.run(&Goal::Step(2_000), &mut |_| false);
    // Input sent before step 100 is received in every future; input sent later is not.
    sent.seek(100);
    sent.set(Place::Word(5), 5);
    let past = sent.now().steps;
    sent.run(&Goal::Step(10), &mut |_| false);
    sent.send(b"three\n");
    sent.seek(past);
    sent.set(Place::Word(5), 0);
    assert_eq!(sent.run(&Goal::Forever, &mut |_| false), Reason::Halted);
    assert_eq!(sent.console().kept(), b"one\rtwo\r.");
}

#[test]
fn another_future_sends_again_and_finds_its_input() {
    let (folder, mut session) = devices("future");
    session.run(&Goal::Forever, &mut |_| false);
    session.seek(0);
    // incb rl1,#2 at next + 12, and cpb rl1,#'0' at next + 44: each character is incremented by two.
    let mut interpreter = Interpreter::new(session, None);
    for command in ["set pword(next+12) = 0xA891", "set pword(next+46) = 0x3030", "continue"] {
        interpreter.execute(command, &mut |_| false).expect("it is executed");
    }
    let out = fs::read(folder.join("out")).expect("a file");
    assert_eq!(&out[..12], b"Ipx!bsf!zpv/");
    assert_eq!(&out[12..], b"Jqy\"ctg\"{qw0");
}

#[test]
fn a_unit_is_looked_through() {
    let text =
        "processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nsize = 0x30000\n[[mmu]]\nselect = 0xFC\nenabled = true";
    let said = answers(
        session(text, Path::new(""), crate::machines::MANAGED),
        &[
            "watch write <<1>>0x10",
            "continue",
            "print word(<<1>>0x10)",
            "memory <<7>>0",
            "delete all",
            "exception trap",
            "continue",
            "stack",
            "continue",
            "print r9",
            "back 3",
            "print word(<<1>>0x10)",
        ],
    );
    assert!(said[1].contains("<<1>>0x0010 0000 -> 1234"), "{}", said[1]);
    assert_eq!(said[2], "word(<<1>>0x10) = 0x1234 = 4660");
    assert!(said[6].contains("breakpoint 2: segment trap"), "{}", said[6]);
    // The unit reports the access after the instruction that made it, at the NOP.
    assert!(said[7].contains("1 <<0>>0x024e start+78 (segment trap)"), "{}", said[7]);
    assert!(said[8].contains("halted"), "{}", said[8]);
    assert_eq!(said[9], "r9 = 0x0007 = 7");
    assert_eq!(said[11], "word(<<1>>0x10) = 0x1234 = 4660");
}

#[test]
fn what_came_over_tcp_comes_again_in_the_past() {
    let (port, user) = user_over_tcp();
    let text = BOARD.replace("standard = true", &format!("tcp = {port}"));
    let mut session = session(&text, Path::new(""), crate::machines::NEXT);
    assert_eq!(session.run(&Goal::Forever, &mut |_| false), Reason::Halted);
    let end = state(&session);
    for at in [0, end.2 / 2, end.2 - 3] {
        session.seek(at);
        assert_eq!(session.run(&Goal::Forever, &mut |_| false), Reason::Halted);
        assert_eq!(state(&session), end);
    }
    assert_eq!(session.console().kept(), b"IBM/");
    drop(session);
    assert_eq!(user.join().expect("a user"), (*b"IBM/", Vec::new()));
}

/// A device that copied memory by itself is named, together with the processor's instruction at that time.
#[test]
fn the_writer_may_be_a_device() {
    let mut machine = copier();
    machine.load(&sections(COPY)).expect("memory for it");
    machine.start().expect("a start");
    let (machine, lines) = machine.debugged();
    let program = Program::on(machine, None, &Memory::new([("", "")]), None);
    let session = Session::new(program, 4_000_000).connected(lines);
    let said = answers(
        session,
        &[
            "continue",
            "origin 0x3001,1",
            "origin 0x2000",
            "watch write 0x3000",
            "back",
        ],
    );
    assert!(said[1].starts_with("3001,1 = 34\n  "), "{}", said[1]);
    assert!(said[1].contains("  00 -> 34  "), "{}", said[1]);
    assert!(said[1].ends_with("\nwritten by the device copier"), "{}", said[1]);
    assert!(
        said[2].starts_with("2000 = ") && said[2].contains("\n  sub_0100+4  "),
        "{}",
        said[2]
    );
}

/// Input reaches a program that is interrupted while a timer ticks, or that runs a loop, at the same clocks when its
/// past is replayed.
#[test]
fn input_comes_again_in_the_past_of_a_program_that_does_other_things() {
    let text = MACHINE.replace("input = \"in\"\noutput = \"out\"", "standard = true");
    for (ticks, interrupts, idle) in [(20_000, true, "halt"), (1_000, true, "nop"), (20, false, "nop")] {
        let mut session = session(&text, Path::new(""), &echo(ticks, interrupts, idle));
        session.feed(b"one\ntwo\n.");
        assert_eq!(session.run(&Goal::Forever, &mut |_| false), Reason::Halted);
        assert_eq!(session.console().kept(), b"one\ntwo\n.");
        let (end, now) = (state(&session), session.now().steps);
        for part in 0..7 {
            session.seek(now * part / 7);
            assert_eq!(session.run(&Goal::Forever, &mut |_| false), Reason::Halted);
            assert_eq!(state(&session), end, "{ticks} {interrupts} {idle}");
        }
    }
}
