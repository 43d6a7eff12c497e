//! Compares the debugger's call stack with a shadow stack after every call, return and exception.

mod shadow;

use std::ops::Range;
use std::path::Path;

use z8000::machine::{Address, Machine};
use z8000::run::NoProbe;
use z8000_asm::{Assembly, Files, Memory, Options, Sources, assemble};
use z8000_debugger::program::Program;
use z8000_debugger::session::{Goal, Session};

use crate::common::{BOARD, Z8001, machine, sections_of};
use shadow::{Kind, Shadow};

const Z8002: &str = "
processor = \"z8002\"
[[memory]]
kind = \"ram\"
size = 0x10000
[[timer]]
[[timer]]
period = 0xFF14
taken = 0xFF16
interrupt = \"vi\"
identifier = 2
[[timer]]
period = 0xFF18
taken = 0xFF1A
interrupt = \"nmi\"
";

/// The numbers of calls, returns and exceptions that were compared.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Compared {
    calls: u64,
    returns: u64,
    exceptions: u64,
    deepest: usize,
}

/// Runs a source with a shadow stack, and compares the debugger's call stack with it.
fn compare(text: &str, source: &str, stacks: &[Range<usize>]) -> Compared {
    let sources = Memory::new([("program.s", source)]);
    let assembly = assemble(&sources, "program.s", &Options::default()).expect("it assembles");
    let (mut session, mut shadow) = both(text, &assembly, &sources, stacks);
    followed(&mut session, &mut shadow, |_| false)
}

/// Returns a debugger session with a program, and a shadow stack.
fn both(text: &str, assembly: &Assembly, sources: &dyn Sources, stacks: &[Range<usize>]) -> (Session, Shadow) {
    let built = || {
        let mut machine = machine(text, Path::new(""));
        machine.load(&sections_of(assembly)).expect("memory for it");
        machine.start().expect("a start");
        machine.debugged().0
    };
    let program = Program::on(built(), Some(assembly.map()), sources, None);
    (Session::new(program, 4_000_000), Shadow::new(built(), stacks))
}

/// Compares until the machine halts or the comparison ends.
fn followed(session: &mut Session, shadow: &mut Shadow, ends: impl Fn(&Machine) -> bool) -> Compared {
    let mut compared = Compared::default();
    while !ends(shadow.machine()) {
        let Some(kind) = shadow.step() else { break };
        match kind {
            Kind::Other => continue,
            Kind::Call => compared.calls += 1,
            Kind::Return => compared.returns += 1,
            Kind::Exception => compared.exceptions += 1,
        }
        let now = shadow.machine().steps();
        session.run(&Goal::Time(now), &mut |_| false);
        let frames = session.frames();
        let callers = frames.windows(2).map(|pair| {
            let exception = pair[1]
                .exception
                .map_or_else(String::new, |exception| exception.to_string());
            (pair[1].pc.linear(), pair[0].slot.map(|slot| slot.linear()), exception)
        });
        let chain = shadow.chain();
        let expected = chain
            .iter()
            .map(|open| (open.from, Some(open.slot), open.exception.clone()));
        compared.deepest = compared.deepest.max(chain.len());
        assert!(
            callers.clone().eq(expected.clone()),
            "after {now} instructions, at {}:\n{:x?}\n{:x?}",
            session.pc(),
            callers.collect::<Vec<_>>(),
            expected.collect::<Vec<_>>()
        );
    }
    compared
}

#[test]
fn nested_exceptions_of_a_z8002_are_frames() {
    let compared = compare(Z8002, include_str!("nested.s"), &[0x7800..0x8000, 0x4000..0x7800]);
    assert!(compared.exceptions > 150 && compared.deepest > 7, "{compared:?}");
}

#[test]
fn tasks_of_system_mode_keep_their_frames() {
    let compared = compare(Z8002, include_str!("tasks.s"), &[0x6000..0x7000, 0x7000..0x7400]);
    assert!(compared.exceptions > 60, "{compared:?}");
}

#[test]
fn tasks_of_normal_mode_keep_their_frames() {
    let stacks = [0x7000..0x8000, 0x5000..0x6000, 0x4000..0x5000];
    let compared = compare(Z8002, include_str!("users.s"), &stacks);
    assert!(compared.exceptions > 60 && compared.deepest < 12, "{compared:?}");
}

#[test]
fn nested_exceptions_of_a_z8001_are_frames() {
    let text = Z8002.replace("z8002", "z8001").replace("0x10000", "0x80000");
    let compared = compare(
        &text,
        include_str!("segmented.s"),
        &[0x2_0000..0x2_8000, 0x3_0000..0x3_4000],
    );
    assert!(compared.exceptions > 150 && compared.deepest > 7, "{compared:?}");
}

/// The number of instructions in a wait, which is more than the debugger follows from the start of a run.
const WAIT: u32 = 17_000_000;

/// The wait is inside two interrupts, a system call and calls; there, the debugger reads the call stack from memory.
#[test]
fn frames_of_a_long_run_are_read_from_the_stack() {
    let wait = "slow:   test    waited
        jr      nz,2f
        inc     waited,#1
        clr     r0
        out     #0xff18,r0
        ld      r7,#260
1:      clr     r6
waits:  djnz    r6,waits
        dec     r7,#1
        jr      nz,1b
        ld      r0,#203
        out     #0xff18,r0
2:      push    @r15,r9
";
    let source = include_str!("nested.s").replace("slow:   push    @r15,r9\n", wait);
    let source = source.replace("counted: .word  0, 0", "counted: .word  0, 0\nwaited: .word   0");
    let source = source.replace("ei      nvi\n        call    slow", "call    slow");
    let sources = Memory::new([("program.s", &*source)]);
    let assembly = assemble(&sources, "program.s", &Options::default()).expect("it assembles");
    let (mut session, mut shadow) = both(Z8002, &assembly, &sources, &[0x7800..0x8000, 0x4000..0x7800]);
    let waits = session.program().code_address("waits").expect("a label");
    let before = followed(&mut session, &mut shadow, |machine| {
        Address::of_pc(machine.cpu()) == waits
    });
    assert!(before.deepest > 4, "{before:?}");
    shadow.machine().advance(WAIT, &mut NoProbe).expect("it waits");
    assert_eq!(Address::of_pc(shadow.machine().cpu()), waits);
    let after = followed(&mut session, &mut shadow, |_| false);
    assert!(after.exceptions > 150, "{after:?}");
}

/// The exerciser executes all instructions, in every mode and with any stack pointer.
fn exerciser(text: &str, form: Option<&str>, most: u64) -> Compared {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../asm/exerciser/exerciser.s");
    let (files, main) = Files::beside(&path);
    let options = Options {
        symbols: form.iter().map(|&name| (name.to_owned(), 1)).collect(),
        one_memory: form.is_some(),
        ..Options::default()
    };
    let assembly = assemble(&files, &main, &options).expect("it assembles");
    let text = text.replace("standard = true", "")
        + "[[timer]]\nperiod = 0xFF14\ntaken = 0xFF16\ninterrupt = \"vi\"\nidentifier = 0x12\n";
    let (mut session, mut shadow) = both(&text, &assembly, &files, &[]);
    followed(&mut session, &mut shadow, |machine| machine.steps() >= most)
}

#[test]
fn the_exerciser_has_its_frames() {
    let compared = exerciser(BOARD, None, 2_200_000);
    assert!(compared.exceptions > 5000, "{compared:?}");
    let compared = exerciser(Z8001, Some("SEGMENTED"), 400_000);
    assert!(compared.exceptions > 500, "{compared:?}");
}

/// The commands typed at the Clover's monitor and CP/M.
const TYPED: [&str; 5] = ["h\r", "z\r", "dir\r", "stat\r", "e:dump e:maze.z8k\r"];

/// Tests the monitor and the BIOS of the Clover, whose symbols are unknown, while CP/M boots and runs commands. The
/// README of the Clover describes how to make the files in the folder named by the variable CLOVER.
#[test]
#[ignore = "needs the software of the Clover"]
fn the_clover_has_its_frames() {
    let folder = std::env::var("CLOVER").expect("CLOVER: a folder with combined.bin and card.img");
    let text = include_str!("../../../machines/clover.toml");
    let built = || {
        let mut machine = machine(text, Path::new(&folder));
        machine.start().expect("a start");
        machine.debugged().0
    };
    let program = Program::on(built(), None, &Memory::new([]), None);
    let (mut session, mut shadow) = (Session::new(program, 6_000_000), Shadow::new(built(), &[]));
    let waits = |machine: &Machine| machine.wants_input();
    for typed in [&[""], &TYPED[..]].concat() {
        session.send(typed.as_bytes());
        shadow.machine().send(0, typed.as_bytes());
        // The program no longer waits once it has read a character.
        while !typed.is_empty() && waits(shadow.machine()) {
            shadow.step();
        }
        let compared = followed(&mut session, &mut shadow, waits);
        let now = shadow.machine().steps();
        println!("{typed:?}: {now} instructions, {compared:?}");
        session.run(&Goal::Time(now), &mut |_| false);
    }
}
