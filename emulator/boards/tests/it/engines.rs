//! Compares native code with the interpreter: programs that are difficult for native code, because they write to their
//! own memory, and programs in segments.

use std::fs;
use std::path::Path;

use z8000::bus::{Space, Status};
use z8000::cpu::Cpu;
use z8000::machine::Stop;
use z8000::run::{Engine, EngineStop, NoProbe, Running, word_of};
use z8000_boards::{Connected, Description};
use z8000_translate::{Choice, Habits, compiled};

use crate::common::{folder, machine, sections};
use crate::pair::Pair;

/// A Z8001 with three segments: RAM in all address spaces; ROM and RAM with a gap between them; separate program and
/// data memory.
const Z8001: &str = "\
processor = \"z8001\"
[[memory]]
kind = \"ram\"
size = 0x10000
[[memory]]
kind = \"rom\"
start = 0x10000
size = 0x4000
[[memory]]
kind = \"ram\"
start = 0x18000
size = 0x4000
[[memory]]
kind = \"ram\"
start = 0x20000
size = 0x10000
space = \"program\"
[[memory]]
kind = \"ram\"
start = 0x20000
size = 0x10000
space = \"data\"
[[serial]]
standard = true
[[timer]]
";

/// A Z8002 with one memory for all address spaces.
const Z8002: &str = "processor = \"z8002\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[timer]]\n";

/// A Z8002 with RAM, ROM, and RAM at the end.
const ROM: &str = "processor = \"z8002\"\n[[memory]]\nkind = \"ram\"\nsize = 0x8000\n\
                   [[memory]]\nkind = \"rom\"\nstart = 0x8000\nsize = 0x1000\n\
                   [[memory]]\nkind = \"ram\"\nstart = 0xf000\nsize = 0x1000\n";

/// A Z8001 whose segment 1 has separate memory in each mode.
const MODES: &str = "processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n\
                     [[memory]]\nkind = \"ram\"\nstart = 0x10000\nsize = 0x8000\nmode = \"system\"\n\
                     [[memory]]\nkind = \"ram\"\nstart = 0x10000\nsize = 0x8000\nmode = \"normal\"\n";

const MACHINES: [(&str, &str); 4] = [("z8001", Z8001), ("z8002", Z8002), ("rom", ROM), ("modes", MODES)];

/// Returns an engine that compiles code when a program reaches it for the second time.
fn eager() -> Box<dyn Engine> {
    let habits = Habits { often: 2, ..Habits::ASSURED };
    compiled(habits).expect("a host with a compiler")
}

/// Returns a machine with a program, after a reset.
fn started(text: &str, source: &str) -> Connected {
    let mut machine = machine(text, Path::new(""));
    machine.load(&sections(&format!("{source}\n"))).expect("memory for it");
    machine.start().expect("a start");
    machine
}

/// Returns a program with the status that a reset loads; on a Z8001 it begins in segmented mode.
fn whole(text: &str, source: &str) -> String {
    let status = if text.contains("z8001") {
        ".z8001\n .text\n .org 0\n .word 0, 0xc000, 0, start"
    } else {
        ".z8002\n .text\n .org 0\n .word 0, 0x4000, start"
    };
    format!("{status}\n{source}")
}

/// Runs a program in pieces of several lengths in both engines, and compares them after each piece.
fn run(text: &str, source: &str) -> Cpu {
    let source = whole(text, source);
    let mut ends = Vec::new();
    for piece in [1, 3, 64, 999] {
        let mut machine = started(text, &source);
        machine.set_engine(Some(eager()));
        let mut pair = Pair::new(machine.clone());
        let mut halted = false;
        for _ in 0..40_000 / piece {
            let stop = pair.advance(piece).expect("the engines agree").expect("it goes on");
            halted = stop == Some(Stop::Halted);
            if halted {
                break;
            }
        }
        assert!(halted, "it comes to its end");
        ends.push(pair.engine.cpu().clone());
    }
    assert!(ends.iter().all(|end| *end == ends[0]));
    ends.remove(0)
}

/// Runs the programs of `engines/`, with the expectations in their comments: `!on` the machines, `!register` a register
/// and its value at the halt, `!segment` the segment of PC.
#[test]
fn programs_run_the_same_in_both() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/engines");
    for file in fs::read_dir(folder).expect("the programs") {
        let path = file.expect("a program").path();
        let source = fs::read_to_string(&path).expect("a text");
        let said = |what: &str| -> Vec<Vec<&str>> {
            let lines = source.lines().filter_map(|line| line.strip_prefix(what));
            lines.map(|line| line.split_whitespace().collect()).collect()
        };
        for name in &said("!on")[0] {
            println!("{} on {name}", path.display());
            let (_, text) = MACHINES.iter().find(|(known, _)| known == name).expect("a machine");
            let cpu = run(text, &source);
            for words in said("!register") {
                let number: usize = words[0].parse().expect("a register");
                assert_eq!(cpu.register(number).to_string(), words[1], "r{number}");
            }
            for words in said("!segment") {
                assert_eq!(cpu.pc_segment().to_string(), words[0]);
            }
        }
    }
}

#[test]
fn a_copy_does_not_run_the_code_of_what_it_is_a_copy_of() {
    // INC R2,#1 in a loop; in the copy, it is replaced by INC R2,#3, and the copy is run by the same engine.
    let source = "start: ld r1,#1000\n1: inc r2,#1\n djnz r1,1b\n halt";
    let mut machine = started(Z8002, &whole(Z8002, source));
    machine.set_engine(Some(eager()));
    let mut first = machine.clone();
    first.advance(1000, &mut NoProbe).expect("it goes on");
    let mut second = first.clone();
    // The INC follows the status at 0 and LD R1,#1000.
    second.load_program(0x0A, &[0xA9, 0x22]);
    for machine in [&mut first, &mut second] {
        assert_eq!(machine.advance(10_000, &mut NoProbe), Ok(Some(Stop::Halted)));
    }
    assert_eq!(first.cpu().register(2), 1000);
    // 1,000 instructions are one LD and 499 and a half iterations.
    assert_eq!(second.cpu().register(2), 500 + 3 * 500);
}

/// Returns a machine whose program sends each received letter, moved by 13 letters, to a file, and works for a while
/// between two letters.
fn echo(name: &str) -> (std::path::PathBuf, Description) {
    let folder = folder(name);
    fs::write(folder.join("in"), "Gur dhvpx oebja sbk.").expect("a file");
    let text = format!("{Z8002}[[serial]]\ninput = \"in\"\noutput = \"out\"\n");
    let description = Description::read(&text, &folder).expect("a description");
    (folder, description)
}

const ECHO: &str = "start: inb rl0,#0xff01\n bitb rl0,#0\n jr z,start\n inb rl0,#0xff03\n ld r1,#700\n\
                    1: add r2,r1\n xor r3,r2\n djnz r1,1b\n cpb rl0,#'a'\n jr ult,2f\n cpb rl0,#'n'\n jr ult,3f\n\
                    subb rl0,#26\n3: addb rl0,#13\n2: outb #0xff03,rl0\n cpb rl0,#'.'\n jr ne,start\n halt";

#[test]
fn limits_input_and_output_are_where_they_were() {
    let source = format!("{}\n", whole(Z8002, ECHO));
    let mut runs = Vec::new();
    for (name, choice) in [
        ("engines-native", Choice::Compiled),
        ("engines-interpreted", Choice::Interpreter),
    ] {
        let (folder, description) = echo(name);
        let mut machine = Connected::new(description).expect("a machine");
        machine.load(&sections(&source)).expect("memory for it");
        machine.start().expect("a start");
        machine.set_engine(choice.engine().expect("a host with a compiler"));
        let mut seen = Vec::new();
        for limit in (1..u64::MAX).step_by(10_007) {
            let ended = machine.run(limit).expect("it runs");
            seen.push((
                ended,
                machine.clocks(),
                machine.steps(),
                machine.save().expect("a state"),
            ));
            if ended != Stop::ClockLimit {
                break;
            }
        }
        let output = fs::read(folder.join("out")).expect("the output");
        assert_eq!(String::from_utf8(output).expect("letters"), "Ghe quick brown fox.");
        runs.push(seen);
    }
    assert!(runs[0] == runs[1], "they differ");
    assert!(runs[0].len() > 20, "limits cut the run");
}

#[test]
fn a_running_timer_does_not_show_in_a_repetition() {
    // LDIR writes NOP over itself and the words after it, up to the halt; the timer expires during that, with its
    // interrupt disabled.
    let source = |period| {
        format!(
            "start: ld r0,#{period}\n out #0xff10,r0\n ld r1,#from\n ld r2,#here\n ld r3,#100\n\
             here: ldir @r2,@r1,r3\n .space 196\n halt\nfrom: .rept 100\n nop\n .endr"
        )
    };
    let run = |period: u16, engine: Option<Box<dyn Engine>>| {
        let mut machine = started(Z8002, &whole(Z8002, &source(period)));
        machine.set_engine(engine);
        assert_eq!(machine.run(100_000).expect("it runs"), Stop::Halted);
        (machine.clocks(), machine.steps(), machine.cpu().register(3))
    };
    // LD #7 four times, OUT 12, LDIR 11 + 9n, the 98 NOPs after it 7 each, HALT 8.
    let printed = 4 * 7 + 12 + 11 + 100 * 9 + 98 * 7 + 8;
    for period in [0, 1, 3, 50] {
        for engine in [None, Some(eager())] {
            assert_eq!(run(period, engine), (printed, 6 + 98 + 1, 0), "period {period}");
        }
    }
}

/// Leaves all execution to the interpreter, and watches the words at 2000h, at F000h, where RAM begins, and at 8000h in
/// ROM. R10 counts the words that have changed, and R11 adds up their numbers.
#[derive(Debug, Clone, Default)]
struct Watcher {
    begun: bool,
    stops: bool,
}

impl Engine for Watcher {
    fn run(&mut self, on: &mut Running<'_>) -> EngineStop {
        let data = Status { space: Space::Data, system: true };
        let bank = on.host.bank(data, 0);
        if !std::mem::replace(&mut self.begun, true) {
            for at in [0x2000, 0xF000, 0x8000] {
                on.host.watch(bank, word_of(at));
            }
            if self.stops {
                on.host.unwatch();
            }
        }
        loop {
            if let Err(stop) = on.step() {
                return stop;
            }
            for (changed, word) in on.host.changed() {
                assert_eq!(changed, bank);
                on.cpu.set_register(10, on.cpu.register(10) + 1);
                on.cpu.set_register(11, on.cpu.register(11) + word as u16);
            }
        }
    }

    fn clone_box(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}

/// A store to a watched word is reported once, whatever its size; a store next to the word, to ROM, or after the end of
/// watching is not.
#[test]
fn a_watched_word_is_noted_once() {
    let twice = "ld 0x2000,r1\n ld 0x2000,r1";
    for (stores, words) in [
        (twice, vec![0x1000]),
        ("ldb 0x2001,rl1", vec![0x1000]),
        ("ldl 0x1ffe,rr0", vec![0x1000]),
        ("ld 0x1ffe,r1\n ld 0x2002,r1", vec![]),
        ("ld 0x8000,r1", vec![]),
        ("ld 0xf000,r1\n ld 0x2000,r1\n ld 0xf000,r1", vec![0x7800, 0x1000]),
    ] {
        for stops in [false, true] {
            let mut machine = started(
                ROM,
                &whole(ROM, &format!("start: ld r1,#0x1234\n {stores}\n ld r9,0x8000\n halt")),
            );
            machine.set_engine(Some(Box::new(Watcher { stops, ..Watcher::default() })));
            assert_eq!(machine.run(100_000).expect("it runs"), Stop::Halted);
            let words = if stops { &[][..] } else { &words };
            let noted = [10, 11, 9].map(|number| machine.cpu().register(number));
            assert_eq!(
                noted,
                [words.len() as u16, words.iter().sum(), 0xFFFF],
                "{stores}, {stops}"
            );
        }
    }
}

/// Programs of `asm/bench/worst`, with the minimum percentage of their instructions that native code must run, and the
/// millions of clocks that they run. `multiple` runs longer, because LDM takes most of its clocks.
const WORST: [(&str, u64, u64); 19] = [
    ("beside", 95, 150),
    ("blocks", 0, 150),
    ("branches", 80, 150),
    ("calls", 0, 150),
    ("changed", 0, 150),
    ("copied", 0, 150),
    ("generated", 0, 150),
    ("interrupts", 0, 150),
    ("moving", 0, 150),
    ("multiple", 0, 600),
    ("operand", 0, 150),
    ("phases", 35, 150),
    ("ports", 0, 150),
    ("privileged", 0, 150),
    ("pushed", 0, 150),
    ("routines", 0, 150),
    ("stores", 0, 150),
    ("straight", 0, 150),
    ("switched", 0, 150),
];

/// Returns a machine with one of these programs, run by native code.
fn hostile(name: &str) -> Connected {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../asm/bench/worst/{name}.s"));
    let mut machine = started(Z8002, &fs::read_to_string(path).expect("a program"));
    machine.set_engine(Some(compiled(Habits::default()).expect("a host with a compiler")));
    machine
}

#[test]
fn what_changes_while_the_engine_rests_is_seen() {
    for name in ["generated", "phases", "switched"] {
        let mut pair = Pair::new(hostile(name).clone());
        for _ in 0..50 {
            let halted = pair.advance(200_000).expect("the engines agree");
            assert_eq!(halted, Ok(None), "{name} goes on");
        }
    }
}

/// Checks the approximate cost of the engine in instructions of the interpreter: eight for a call of code, five for a
/// step, an eighth where jumps are counted or words watched without a result, 10,000 for a trace and 60 for each byte
/// of its code. On every program, this must be at most a tenth of the instructions that the interpreter would have
/// executed, less the savings of native code.
fn costs_little(programs: &[(&str, u64, u64)]) {
    for &(name, natively, clocks) in programs {
        let mut machine = hostile(name);
        assert_eq!(machine.run(1_000_000 * clocks).expect("it runs"), Stop::ClockLimit);
        let (work, instructions) = (machine.engine().map(Engine::work).unwrap_or_default(), machine.steps());
        let running = 8 * work.entries + 5 * work.steps + (work.passed + work.watching) / 8;
        let cost = running + 10_000 * work.traces + 60 * work.bytes;
        println!("{name}: {instructions} instructions, {cost} lost: {work:?}");
        assert!(cost < instructions / 10 + 3 * work.native / 4, "{name}: {work:?}");
        assert!(100 * work.native >= natively * instructions, "{name}: {work:?}");
    }
}

/// The programs are split into two tests, which run on different cores.
#[test]
fn an_engine_costs_little_where_it_gains_nothing() {
    costs_little(&WORST[..10]);
}

#[test]
fn an_engine_costs_little_in_the_other_worst_programs() {
    costs_little(&WORST[10..]);
}
