//! The frames found on a stack whose past is unknown, because the run is too long to be followed.

use z8000::cpu::Model;
use z8000::machine::Address;
use z8000::run::NoProbe;
use z8000_debugger::expression::Place;
use z8000_debugger::program::Program;
use z8000_debugger::session::{Frame, Goal, Reason, Session};

use z8000_object::Kind;

use crate::small::Small;

/// The number of instructions from the start for which a run is followed.
const FOLLOWED: u64 = 16 << 20;

/// Calls of each kind, and a handler for each vector; `two` jumps into `leaf`. The RET of `leaf` returns to what is
/// found.
const FLAT: &str = "
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x100
start:  call    leaf
        calr    leaf
        call    @r2
        call    two
        call    three
        call    leaf(r3)
        halt
leaf:   nop
        ret
two:    nop
        jp      leaf
three:  nop
        ret
        .word   0x1234
! does - is not called.
does:   sc      #5
        di      vi
        nop
        .word   0x0e01
        nop
extended: iret
private: iret
system: iret
segment: iret
nmi:    iret
nvi:    calr    leaf
        iret
first:  iret
second: iret
        .org    0x304
        .word   0x4000, extended, 0x4000, private, 0x4000, system, 0x4000, segment, 0x4000, nmi, 0x4000, nvi
        .word   0x4000, first, second
";

/// The state in which frames are searched for: PC and FCW, both stack pointers, and words at addresses.
struct State<'a> {
    pc: &'a str,
    fcw: u16,
    stack: [u32; 2],
    words: &'a [(u32, &'a [&'a str])],
}

/// Returns a session on a machine in a state. Words are labels with offsets, or numbers.
fn session(source: &str, model: Model, state: &State<'_>) -> Session {
    let names = Small::new(model).session(source);
    let number = |text: &str| {
        names
            .evaluate(text)
            .unwrap_or_else(|error| panic!("{text}: {error}"))
            .number
    };
    let (loaded, assembly, files) = Small::new(model).load(source);
    let pc = number(state.pc);
    // A jump to itself makes the run too long to be followed; then the program replaces it.
    let (mut machine, _, _) = Small::new(model).load(match model {
        Model::Z8001 => ".z8001\n.text\n.word 0,0xc000,0x8000,start\nstart: jr start\n",
        Model::Z8002 => ".z8002\n.text\n.word 0,0x4000,start\nstart: jr start\n",
    });
    let ran = machine.advance(FOLLOWED as u32, &mut NoProbe);
    assert_eq!((ran, machine.instructions()), (Ok(None), FOLLOWED));
    for (program, section) in assembly
        .program()
        .sections
        .iter()
        .map(|one| (one.kind == Kind::Code, one))
    {
        let at = Address::of(section.load.into(), model == Model::Z8001).expect("an address");
        machine.store(program, at, &section.bytes);
    }
    *machine.cpu_mut() = loaded.cpu().clone();
    machine.cpu_mut().set_fcw(state.fcw);
    let segment = |pointer: u32| 0x8000 | (pointer >> 16 << 8) as u16;
    let [own, other] = state.stack;
    match model {
        Model::Z8001 => machine.cpu_mut().set_register(14, segment(own)),
        Model::Z8002 => machine.cpu_mut().set_psap([0, 0x300]),
    }
    machine.cpu_mut().set_register(15, own as u16);
    machine.cpu_mut().set_other_stack([segment(other), other as u16]);
    for (at, words) in state.words {
        for (n, word) in words.iter().enumerate() {
            let at = Address::of(i64::from(*at) + 2 * n as i64, model == Model::Z8001).expect("an address");
            machine.store(false, at, &(number(word) as u16).to_be_bytes());
        }
    }
    let program = Program::on(machine, Some(assembly.map()), &files, None);
    let mut session = Session::new(program, 4_000_000);
    session.set(Place::Pc, pc);
    session
}

/// Formats the frames: the title of each and, if it was entered, its slot.
fn frames(session: &Session) -> Vec<String> {
    let frames = session.frames().into_iter();
    let text = |frame: Frame| match frame.slot {
        Some(slot) => format!("{} at {slot}", frame.title()),
        None => frame.title(),
    };
    frames.map(text).collect()
}

const SYSTEM: u16 = 0x4000;

/// `call leaf` is at 0100, `calr leaf` at 0104, `call @r2` at 0106, `call two` at 0108, `call three` at 010c, and `call
/// leaf(r3)` at 0110.
#[test]
fn calls_are_found_by_their_return_addresses() {
    let rows: &[(&str, &[&str], &[&str])] = &[
        ("leaf", &["start+4"], &["leaf at 7000", "start"]),
        ("leaf+2", &["start+4"], &["leaf+2 at 7000", "start"]),
        ("leaf", &["start+6"], &["leaf at 7000", "start+4"]),
        // The target of an indirect call is unknown.
        ("leaf", &["start+8"], &["leaf at 7000", "start+6"]),
        ("three", &["start+8"], &["three at 7000", "start+6"]),
        ("three", &["start+20"], &["three at 7000", "start+16"]),
        // `two` leads to `leaf`, but `leaf` does not lead to `two`.
        ("leaf", &["start+12"], &["leaf at 7000", "start+8"]),
        ("two", &["start+4"], &["two"]),
        ("three", &["start+4"], &["three"]),
        ("leaf", &["start+16"], &["leaf"]),
        // An address that does not follow a call, an odd one, and one outside the code.
        ("leaf", &["start"], &["leaf"]),
        ("leaf", &["start+2"], &["leaf"]),
        ("leaf", &["start+5"], &["leaf"]),
        ("leaf", &["0", "1", "2", "6", "0xffff"], &["leaf"]),
        // With other words in between; the caller of `leaf` was itself called.
        (
            "leaf",
            &["7", "start+4", "9", "9", "start+8"],
            &["leaf at 7002", "start at 7008", "start+6"],
        ),
        // The first fitting word is used.
        ("leaf", &["start+4", "start+6"], &["leaf at 7000", "start"]),
        (
            "leaf",
            &["start+4", "start+8"],
            &["leaf at 7000", "start at 7002", "start+6"],
        ),
    ];
    for (pc, words, expected) in rows {
        let state = State { pc, fcw: SYSTEM, stack: [0x7000, 0], words: &[(0x7000, words)] };
        assert_eq!(
            frames(&session(FLAT, Model::Z8002, &state)),
            *expected,
            "{pc} {words:?}"
        );
    }
    // The stack pointer must be even; at most 4096 words of a stack are searched.
    for (stack, at, expected) in [
        (0x5001, 0x5000, &["leaf at 5000", "start"][..]),
        (0x5000, 0x6FFE, &["leaf at 6ffe", "start"]),
        (0x5000, 0x7000, &["leaf"]),
        (0x5002, 0x5000, &["leaf"]),
        (0xFFFE, 0xFFFE, &["leaf at fffe", "start"]),
        (0xFFFE, 0, &["leaf"]),
    ] {
        let state = State { pc: "leaf", fcw: SYSTEM, stack: [stack, 0], words: &[(at, &["start+4"])] };
        assert_eq!(
            frames(&session(FLAT, Model::Z8002, &state)),
            expected,
            "{stack:x} {at:x}"
        );
    }
}

/// An exception pushes PC, FCW and its identifier, which is then at the top. SC #5 is at `does`, DI at does+2, and the
/// extended instruction at does+6.
#[test]
fn exceptions_are_found_by_what_they_push() {
    let rows: &[(&str, &[&str], &[&str])] = &[
        (
            "system",
            &["0x7f05", "0x4000", "does+2"],
            &["system at 7000", "does (SC #5)"],
        ),
        (
            "private",
            &["pword(does+2)", "0x4000", "does+4"],
            &["private at 7000", "does+2 (privileged instruction trap)"],
        ),
        (
            "extended",
            &["0x0e01", "0x4000", "does+8"],
            &["extended at 7000", "does+6 (extended instruction trap)"],
        ),
        // FCW may contain flags, but its unused bits must be 0.
        (
            "system",
            &["0x7f05", "0x58fc", "does+2"],
            &["system at 7000", "does (SC #5)"],
        ),
        ("system", &["0x7f05", "0x4001", "does+2"], &["system"]),
        ("system", &["0x7f05", "0x4002", "does+2"], &["system"]),
        ("system", &["0x7f05", "0x4100", "does+2"], &["system"]),
        ("system", &["0x7f05", "0x4200", "does+2"], &["system"]),
        ("system", &["0x7f05", "0x4400", "does+2"], &["system"]),
        ("system", &["0x7f05", "0xc000", "does+2"], &["system"]),
        // A wrong identifier, a wrong address, an odd one, and one at which no instruction begins.
        ("system", &["0x7f06", "0x4000", "does+2"], &["system"]),
        ("system", &["0x7f05", "0x4000", "does+4"], &["system"]),
        ("system", &["0x7f05", "0x4000", "does+3"], &["system"]),
        ("system", &["0x7f05", "0x4000", "does+1"], &["system"]),
        // The exception's handler is not the running one.
        ("private", &["0x7f05", "0x4000", "does+2"], &["private"]),
        ("system", &["pword(does+2)", "0x4000", "does+4"], &["system"]),
        // An interrupt has an arbitrary identifier, comes before an instruction, and must have been enabled.
        ("nvi", &["0", "0x4800", "leaf+2"], &["nvi at 7000", "leaf+2 (NVI)"]),
        ("nvi", &["9", "0x4800", "leaf"], &["nvi at 7000", "leaf (NVI)"]),
        ("nvi", &["0", "0x5000", "leaf+2"], &["nvi"]),
        ("nvi", &["0", "0x4800", "does-2"], &["nvi"]),
        (
            "first",
            &["0x0000", "0x5000", "leaf"],
            &["first at 7000", "leaf (VI #0)"],
        ),
        (
            "second",
            &["0x0101", "0x5000", "leaf"],
            &["second at 7000", "leaf (VI #1)"],
        ),
        ("first", &["0x0001", "0x5000", "leaf"], &["first"]),
        ("second", &["0x0001", "0x4800", "leaf"], &["second"]),
        ("nmi", &["0x1234", "0x4000", "leaf"], &["nmi at 7000", "leaf (NMI)"]),
        (
            "segment",
            &["0", "0x4000", "leaf"],
            &["segment at 7000", "leaf (segment trap)"],
        ),
        // A handler that calls, and an interrupt of a routine that was itself called.
        (
            "leaf",
            &["8", "nvi+2", "0", "0x4800", "three+2", "3", "start+16"],
            &["leaf at 7002", "nvi at 7004", "three+2 (NVI) at 700c", "start+12"],
        ),
    ];
    for (pc, words, expected) in rows {
        let state = State { pc, fcw: SYSTEM, stack: [0x7000, 0], words: &[(0x7000, words)] };
        assert_eq!(
            frames(&session(FLAT, Model::Z8002, &state)),
            *expected,
            "{pc} {words:?}"
        );
    }
}

/// A handler runs on the stack of system mode; the interrupted routine may have been in normal mode, on the other
/// stack.
#[test]
fn frames_of_normal_mode_are_on_its_stack() {
    let normal: (u32, &[&str]) = (0x3000, &["4", "start+4"]);
    let system: (u32, &[&str]) = (0x7000, &["0x7f05", "0", "does+2", "1", "start+4"]);
    let state = State {
        pc: "system",
        fcw: SYSTEM,
        stack: [0x7000, 0x3000],
        words: &[normal, system],
    };
    // No frame leads to `does`.
    assert_eq!(
        frames(&session(FLAT, Model::Z8002, &state)),
        ["system at 7000", "does (SC #5)"]
    );
    let interrupt: (u32, &[&str]) = (0x7000, &["0", "0x0800", "leaf+2", "1", "start+6"]);
    let state = State {
        pc: "nvi",
        fcw: SYSTEM,
        stack: [0x7000, 0x3000],
        words: &[normal, interrupt],
    };
    let mut session = session(FLAT, Model::Z8002, &state);
    assert_eq!(frames(&session), ["nvi at 7000", "leaf+2 (NVI) at 3002", "start"]);
    // The handler returns to that routine, and this one to its caller.
    assert_eq!(session.run(&Goal::Step(3), &mut |_| false), Reason::Done);
    assert_eq!(frames(&session), ["nvi+2 at 7000", "leaf+2 (NVI) at 3002", "start"]);
    assert_eq!(session.run(&Goal::Out(0), &mut |_| false), Reason::Done);
    assert_eq!(frames(&session), ["leaf+2 at 3002", "start"]);
    let names = |text: &str| session.evaluate(text).expect("a label").number as usize;
    assert_eq!(session.pc().linear(), names("leaf+2"));
    // In normal mode, an exception cannot have come from another stack.
    let state = State { pc: "leaf", fcw: 0, stack: [0x3000, 0x7000], words: &[normal, interrupt] };
    assert_eq!(
        frames(&self::session(FLAT, Model::Z8002, &state)),
        ["leaf at 3002", "start"]
    );
    let state = State { pc: "nvi", fcw: 0, stack: [0x7000, 0x3000], words: &[normal, interrupt] };
    assert_eq!(frames(&self::session(FLAT, Model::Z8002, &state)), ["nvi"]);
}

#[test]
fn a_found_frame_is_left_where_its_call_was() {
    let state = State {
        pc: "leaf",
        fcw: SYSTEM,
        stack: [0x7000, 0],
        words: &[(0x7000, &["start+4", "start+8"])],
    };
    let mut session = session(FLAT, Model::Z8002, &state);
    assert_eq!(session.run(&Goal::Out(0), &mut |_| false), Reason::Done);
    assert_eq!(
        (session.now().instructions, session.pc().linear()),
        (FOLLOWED + 2, 0x104)
    );
    assert_eq!(frames(&session), ["start+4 at 7002", "start+6"]);
}

/// With segments, a call pushes segment and offset, and an exception an identifier, FCW, segment and offset. The code
/// is in segment 3, the stack in segment 2.
const SEGMENTED: &str = "
        .z8001
        .text
        .org    0
        .word   0, 0xC000, 0x8300, 0x100
        .org    24
        .word   0, 0xC000, 0x8300, system - 0x30000
        .org    48
        .word   0, 0xC000, 0x8300, nvi - 0x30000
        .word   0, 0xC000, 0x8300, first - 0x30000, 0x8300, second - 0x30000
        .org    0x30100
start:  call    leaf
        calr    leaf
        call    @rr2
        halt
leaf:   nop
        ret
! does - is not called.
does:   sc      #5
        nop
system: iret
nvi:    iret
first:  iret
second: iret
";

/// CALL to another segment, or with a long offset, takes 6 bytes: `calr leaf` is at 0106, `call @rr2` at 0108.
#[test]
fn frames_are_found_in_segments() {
    let rows: &[(&str, &[&str], &[&str])] = &[
        ("leaf", &["0x8300", "0x0106"], &["leaf at <<2>>0x7000", "start"]),
        ("leaf", &["0x8300", "0x0108"], &["leaf at <<2>>0x7000", "start+6"]),
        ("leaf", &["0x8300", "0x010a"], &["leaf at <<2>>0x7000", "start+8"]),
        ("leaf", &["0x0300", "0x010a"], &["leaf at <<2>>0x7000", "start+8"]),
        ("leaf", &["9", "0x8300", "0x010a"], &["leaf at <<2>>0x7002", "start+8"]),
        // The low byte of a segment word must be 0.
        ("leaf", &["0x8301", "0x010a"], &["leaf"]),
        ("leaf", &["0x8380", "0x010a"], &["leaf"]),
        ("leaf", &["0x8200", "0x010a"], &["leaf"]),
        ("leaf", &["0x8300", "0x010c"], &["leaf"]),
        (
            "leaf",
            &["0x8300", "0x010a", "0x8300", "0x0108"],
            &["leaf at <<2>>0x7000", "start+8"],
        ),
        (
            "system",
            &["0x7f05", "0xc000", "0x8300", "does+2-0x30000"],
            &["system at <<2>>0x7000", "does (SC #5)"],
        ),
        ("system", &["0x7f05", "0xc000", "0x8200", "does+2-0x30000"], &["system"]),
        ("system", &["0x7f05", "0xc400", "0x8300", "does+2-0x30000"], &["system"]),
        ("system", &["0x7f05", "0xc001", "0x8300", "does+2-0x30000"], &["system"]),
        ("system", &["0x7f04", "0xc000", "0x8300", "does+2-0x30000"], &["system"]),
        (
            "nvi",
            &["0", "0xc800", "0x8300", "leaf+2-0x30000"],
            &["nvi at <<2>>0x7000", "leaf+2 (NVI)"],
        ),
        (
            "first",
            &["0x00", "0xd000", "0x8300", "leaf-0x30000"],
            &["first at <<2>>0x7000", "leaf (VI #0)"],
        ),
        (
            "first",
            &["0x01", "0xd000", "0x8300", "leaf-0x30000"],
            &["first at <<2>>0x7000", "leaf (VI #1)"],
        ),
        (
            "second",
            &["0x02", "0xd000", "0x8300", "leaf-0x30000"],
            &["second at <<2>>0x7000", "leaf (VI #2)"],
        ),
        (
            "nvi",
            &["0", "0xc800", "0x8300", "leaf+2-0x30000", "0x8300", "0x0106"],
            &["nvi at <<2>>0x7000", "leaf+2 (NVI) at <<2>>0x7008", "start"],
        ),
    ];
    for (pc, words, expected) in rows {
        let state = State {
            pc,
            fcw: 0xC000,
            stack: [0x2_7000, 0x1_3000],
            words: &[(0x2_7000, words)],
        };
        assert_eq!(
            frames(&session(SEGMENTED, Model::Z8001, &state)),
            *expected,
            "{pc} {words:?}"
        );
    }
    // Words at the end of a segment do not continue at its beginning.
    for (words, expected) in [
        (
            &[(0x2_FFFE, &["0x8300"][..]), (0x2_0000, &["0x0106"])][..],
            &["leaf"][..],
        ),
        (&[(0x2_FFFC, &["0x8300", "0x0106"])], &["leaf at <<2>>0xfffc", "start"]),
    ] {
        let state = State { pc: "leaf", fcw: 0xC000, stack: [words[0].0, 0], words };
        assert_eq!(frames(&session(SEGMENTED, Model::Z8001, &state)), expected);
    }
    // In normal mode the other stack is used, which is in segment 1.
    let words: &[(u32, &[&str])] = &[
        (0x2_7000, &["0", "0x8800", "0x8300", "leaf+2-0x30000"]),
        (0x1_3000, &["0x8300", "0x0106"]),
    ];
    let state = State { pc: "nvi", fcw: 0xC000, stack: [0x2_7000, 0x1_3000], words };
    let expected = ["nvi at <<2>>0x7000", "leaf+2 (NVI) at <<1>>0x3000", "start"];
    assert_eq!(frames(&session(SEGMENTED, Model::Z8001, &state)), expected);
}
