//! The debugger's call stack against a shadow stack, after every call, return and exception.

mod shadow;

use std::ops::Range;
use std::path::Path;

use z8000_asm::{Memory, Options, assemble};
use z8000_debugger::program::Program;
use z8000_debugger::session::{Goal, Session};

use crate::common::{machine, sections};
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

/// How many calls, returns and exceptions were compared.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Compared {
    calls: u64,
    returns: u64,
    exceptions: u64,
    deepest: usize,
}

/// Runs a source with a shadow stack, and compares what the debugger says.
fn compare(text: &str, source: &str, stacks: &[Range<usize>]) -> Compared {
    let built = || {
        let mut machine = machine(text, Path::new(""));
        machine.load(&sections(source)).expect("memory for it");
        machine.start().expect("a start");
        machine.debugged().0
    };
    let sources = Memory::new([("program.s", source)]);
    let assembly = assemble(&sources, "program.s", &Options::default()).expect("it assembles");
    let program = Program::on(built(), Some(assembly.map()), &sources, None);
    followed(Session::new(program, 4_000_000), Shadow::new(built(), stacks), u64::MAX)
}

fn followed(mut session: Session, mut shadow: Shadow, most: u64) -> Compared {
    let mut compared = Compared::default();
    while shadow.machine().instructions() < most {
        let Some(kind) = shadow.step() else { break };
        match kind {
            Kind::Other => continue,
            Kind::Call => compared.calls += 1,
            Kind::Return => compared.returns += 1,
            Kind::Exception => compared.exceptions += 1,
        }
        let now = shadow.machine().instructions();
        session.run(&Goal::Time(now), &mut |_| false);
        let frames = session.frames();
        let callers = frames.windows(2).map(|pair| {
            let exception = pair[1].exception.map_or_else(String::new, |exception| exception.to_string());
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
    println!("{compared:?}");
    assert!(compared.exceptions > 150 && compared.deepest > 8, "{compared:?}");
}

#[test]
fn tasks_of_system_mode_keep_their_frames() {
    let compared = compare(Z8002, include_str!("tasks.s"), &[0x6000..0x7000, 0x7000..0x7400]);
    println!("{compared:?}");
    assert!(compared.exceptions > 60, "{compared:?}");
}

#[test]
fn tasks_of_normal_mode_keep_their_frames() {
    let stacks = [0x7000..0x8000, 0x5000..0x6000, 0x4000..0x5000];
    let compared = compare(Z8002, include_str!("users.s"), &stacks);
    println!("{compared:?}");
    assert!(compared.exceptions > 60, "{compared:?}");
}

#[test]
fn nested_exceptions_of_a_z8001_are_frames() {
    let text = Z8002.replace("z8002", "z8001").replace("0x10000", "0x80000");
    let compared = compare(&text, include_str!("segmented.s"), &[0x2_0000..0x2_8000, 0x3_0000..0x3_4000]);
    println!("{compared:?}");
    assert!(compared.exceptions > 150 && compared.deepest > 8, "{compared:?}");
}
