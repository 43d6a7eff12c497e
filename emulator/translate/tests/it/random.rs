//! Compares the engine with the interpreter on random programs: on a board, whose program rarely changes, and on a
//! machine that may write to all of its memory, in each mode.

use z8000::cpu::{Fcw, Model};
use z8000::isa::{FORMS, Form, Mode, Operation};
use z8000::machine::Machine as Board;
use z8000::run::{Goal, NoProbe, RunEnd};
use z8000_asm::{AddressSpace, Memory as Sources, Options, assemble};
use z8000_translate::{Choice, Habits, Translator, available};

use crate::flat::Machine;
use crate::pair::Pair;

/// Pseudo-random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// Returns the forms that a loop may contain: they neither jump nor trap in normal mode.
fn forms() -> Vec<&'static Form> {
    use Operation as O;
    let goes_on = |form: &&Form| {
        !form.privileged
            && !matches!(
                form.operation,
                O::Call
                    | O::Calr
                    | O::Dbjnz
                    | O::Djnz
                    | O::Jp
                    | O::Jr
                    | O::Ret
                    | O::Sc
                    | O::Bpt
                    | O::Brk
                    | O::Mset
                    | O::Ext0e
                    | O::Ext0f
                    | O::Ext4e
                    | O::Ext4f
                    | O::Ext8e
                    | O::Ext8f
            )
    };
    FORMS.iter().filter(goes_on).collect()
}

/// Returns a loop of random instructions, with jumps across some of them, a call of a routine after it, and the jump
/// back.
fn program(forms: &[&Form], segmented: bool, random: &mut Random) -> Vec<u16> {
    let mut words = Vec::new();
    for _ in 0..4 {
        for _ in 0..1 + random.next() % 4 {
            let form = forms[(random.next() % forms.len() as u64) as usize];
            let mode = if segmented { Mode::Segmented } else { Mode::Nonsegmented };
            let mut one: Vec<u16> = (0..form.pattern.words())
                .map(|n| random.next() as u16 & !form.pattern.mask(n) | form.pattern.value(n))
                .collect();
            while one.len() * 2 < form.length(mode, true) {
                // Addresses in segmented mode are short, and in segments 0 and 1.
                one.push(random.next() as u16 & if segmented { 0x01FF } else { 0xFFFF });
            }
            words.extend(one);
        }
        // JR across up to three words.
        words.push(0xE000 | (random.next() as u16 & 15) << 8 | (random.next() % 4) as u16);
    }
    // NOPs at the targets of these jumps, CALR across the jump back, and a routine: INC R0, RET.
    words.extend([0x8D07; 3]);
    words.push(0xDFFF);
    let back = words.len() as u16 + 1;
    words.push(0xE800 | (0x100 - back));
    words.extend([0xA900, 0x9E08]);
    words
}

/// Habits that compile all code early.
const EAGER: Habits = Habits { often: 2, ..Habits::ASSURED };

#[test]
fn random_programs_on_a_board_come_to_the_same() {
    let mut random = Random(0x1986);
    let forms = forms();
    let mut native = 0;
    for round in 0..24 {
        let program = program(&forms, false, &mut random);
        let bytes: Vec<u8> = program.iter().flat_map(|word| word.to_be_bytes()).collect();
        let memory: Vec<u8> = (0..0x100)
            .map(|_| random.next() as u8)
            .collect::<Vec<_>>()
            .repeat(0x100);
        let mut board = Board::board();
        board.load(
            [(0x0FF0, &[0x8D, 0x07].repeat(0x100)[..]), (0x1000, &bytes)],
            [(0, &memory[..])],
        );
        let cpu = board.cpu_mut();
        cpu.set_pc(0x1000);
        for n in 0..16 {
            // Small numbers keep repetitions short.
            cpu.set_register(n, random.next() as u16 & 0x01FF);
        }
        cpu.set_fcw(0x4000 | random.next() as u16 & 0xFC);
        board.set_engine(Some(Box::new(Translator::with(EAGER).expect("a host with a compiler"))));
        let mut pair = Pair::new(board);
        for piece in [1, 2, 3, 999, 999, 999] {
            let ended = pair
                .advance(piece)
                .unwrap_or_else(|error| panic!("round {round}: {error}: {program:04x?}"));
            if ended != Ok(None) {
                break;
            }
        }
        native += u64::from(pair.engine.engine().is_some_and(|engine| engine.work().native > 100));
    }
    assert!(native > 10, "{native} programs have run by native code");
}

#[test]
fn random_programs_in_writable_memory_come_to_the_same() {
    let mut random = Random(0x8001);
    let forms = forms();
    let mut native = 0;
    for round in 0..40_u64 {
        let segmented = round & 1 != 0;
        let program = program(&forms, segmented, &mut random);
        let mut machine = Machine::new();
        let memory = &mut machine.memory;
        for bank in &mut memory.banks {
            bank.iter_mut().for_each(|byte| *byte = random.next() as u8);
        }
        // The program is surrounded by NOPs.
        for at in (0x0F00..0x1200).step_by(2) {
            memory.banks[0][at..at + 2].copy_from_slice(&[0x8D, 0x07]);
        }
        for (n, word) in program.iter().enumerate() {
            memory.banks[0][0x1000 + 2 * n..][..2].copy_from_slice(&word.to_be_bytes());
        }
        let cpu = &mut machine.runner.cpu;
        let fcw = [0x4000, 0xC000, 0, 0x8000][(round & 1 | round >> 1 & 1 << 1) as usize % 4];
        cpu.set_fcw((if segmented { 0x8000 } else { 0 }) | fcw & 0x4000 | random.next() as u16 & 0xFC);
        cpu.set_pc(0x1000);
        for n in 0..16 {
            cpu.set_register(n, random.next() as u16 & 0x01FF);
        }
        assert_eq!(cpu.model(), Model::Z8001);
        let mut other = machine.clone();
        let habits = if round & 8 == 0 {
            EAGER
        } else {
            Habits { steps_aside: true, ..EAGER }
        };
        machine.runner.set_engine(Some(Box::new(
            Translator::with(habits).expect("a host with a compiler"),
        )));
        for piece in [1, 2, 3, 999, 999, 999] {
            let run = |machine: &mut Machine| {
                let goal = Goal { instructions: machine.runner.steps + piece, ..Goal::default() };
                machine.runner.run(&mut *machine.memory, &goal)
            };
            let ended = [run(&mut machine), run(&mut other)];
            assert_eq!(ended[0], ended[1], "round {round}: {program:04x?}");
            assert_eq!(machine.runner.cpu, other.runner.cpu, "round {round}: {program:04x?}");
            let counts = |machine: &Machine| (machine.runner.clocks, machine.runner.steps);
            assert_eq!(counts(&machine), counts(&other), "round {round}");
            assert!(
                machine.memory.banks == other.memory.banks,
                "round {round}: {program:04x?}"
            );
            if ended[0] != RunEnd::Instructions {
                break;
            }
        }
        native += u64::from(machine.work().native > 100);
    }
    assert!(native > 12, "{native} programs have run by native code");
}

/// Runs a program in writable memory on a Z8001 in non-segmented mode to its halt, with or without an engine.
fn whole(source: &str, habits: Option<Habits>) -> Machine {
    let source = format!(".z8002\n.text\n.org 0\n{source}\n");
    let sources = Sources::new([("program.s", source.as_str())]);
    let assembly = assemble(&sources, "program.s", &Options::default()).expect("it assembles");
    let mut machine = Machine::new();
    for (at, bytes) in assembly.loadable(AddressSpace::Program).expect("a program of 64 KB") {
        machine.memory.banks[0][usize::from(at)..][..bytes.len()].copy_from_slice(bytes);
    }
    machine.runner.cpu.set_fcw(Fcw::SYSTEM.bits());
    if let Some(habits) = habits {
        machine.runner.set_engine(Some(Box::new(
            Translator::with(habits).expect("a host with a compiler"),
        )));
    }
    assert!(machine.run(u64::MAX), "it halts");
    machine
}

/// A hot loop is compiled; then, for a long time, the engine saves nothing and stops running; during that time or
/// later, the program rewrites the hot loop, which must be compiled again.
#[test]
fn code_that_changes_while_the_engine_rests_is_compiled_again() {
    // INC R2,#1 and INC R2,#4 alternate: the last digit of INC is its number minus one.
    let source = |rewrites: &str, cold: &str| {
        format!(
            "start: ld r10,#12
outer:      ld r1,#2000
hot:        inc r2,#1
            xor r11,r2
            djnz r1,hot
            {rewrites}
            ld r1,#4000
cold:       {cold}
            djnz r1,cold
            djnz r10,outer
            halt"
        )
    };
    let rewrite = "ld r3,hot\n xor r3,#3\n ld hot,r3";
    let back = "ld r3,hot\n xor r3,#3\n ld hot,r3\n xor r3,#3\n ld hot,r3";
    for (rewrites, cold) in [
        (rewrite, "multl rq4,rr8"),
        (rewrite, "dab rl6\n divl rq4,rr8\n extsl rq4"),
        (rewrite, "ld r12,other\n xor r12,#1\n ld other,r12\nother: inc r13,#1"),
        (back, "multl rq4,rr8"),
        ("", "ld r12,other\n xor r12,#1\n ld other,r12\nother: inc r13,#1"),
    ] {
        let source = source(rewrites, cold);
        let expected = whole(&source, None);
        let sum = if rewrites == rewrite {
            6 * 2000 + 6 * 4 * 2000
        } else {
            12 * 2000
        };
        assert_eq!(expected.runner.cpu.register(2), sum as u16);
        for habits in [
            Habits::default(),
            Habits::ASSURED,
            EAGER,
            Habits { often: 20, steps_aside: true, ..Habits::default() },
        ] {
            let found = whole(&source, Some(habits));
            assert_eq!(found.runner.cpu, expected.runner.cpu, "{habits:?}: {source}");
            assert!(found.memory.banks == expected.memory.banks, "{habits:?}: {source}");
            let counts = |machine: &Machine| (machine.runner.clocks, machine.runner.steps);
            assert_eq!(counts(&found), counts(&expected), "{habits:?}: {source}");
            let work = found.work();
            assert!(work.traces > 0 && work.bytes > 0 && work.native > 0, "{work:?}");
        }
    }
}

/// Only code that has run often enough is compiled, and no more of it than the habits allow.
#[test]
fn what_is_seldom_run_is_not_compiled() {
    let source = |rounds: u32| format!("start: ld r1,#{rounds}\n1: add r2,r1\n xor r3,r2\n djnz r1,1b\n halt");
    let traces = |rounds, habits| whole(&source(rounds), Some(habits)).work().traces;
    // A jump back counts twice.
    for often in [20, 200] {
        let habits = Habits { often, ..Habits::ASSURED };
        let rounds = u32::from(often);
        let found = [rounds / 2 - 2, rounds / 2 + 20].map(|rounds| traces(rounds, habits) > 0);
        assert_eq!(found, [false, true], "{often}");
        assert_eq!(
            traces(rounds * 10, Habits { traces: 0, ..habits }),
            traces(rounds * 10, habits)
        );
        let native = |habits| whole(&source(rounds * 10), Some(habits)).work().native;
        assert_eq!(native(Habits { traces: 0, ..habits }), 0);
        assert!(native(habits) > u64::from(rounds));
    }
    // By default, code is compiled after a thousand times.
    let habits = Habits { steps_aside: false, ..Habits::default() };
    assert_eq!((traces(498, habits), traces(520, habits) > 0), (0, true));
}

/// The habits limit the length of traces: a loop of forty instructions is one trace or several.
#[test]
fn traces_have_their_length() {
    let source = format!("start: ld r1,#3000\n1: {} djnz r1,1b\n halt", "inc r2,#1\n ".repeat(39));
    for (length, least, most) in [(50, 1, 2), (40, 1, 2), (10, 4, 6)] {
        let work = whole(&source, Some(Habits { length, ..Habits::ASSURED })).work();
        assert!((least..=most).contains(&work.traces), "{length}: {work:?}");
    }
}

#[test]
fn engines_have_names() {
    for (choice, name, is_native) in [
        (Choice::Best, "best", true),
        (Choice::Compiled, "compiled", true),
        (Choice::Interpreter, "interpreter", false),
    ] {
        assert_eq!((choice.to_string().as_str(), name.parse()), (name, Ok(choice)));
        assert_eq!(choice.engine().expect("an engine").is_some(), is_native);
        assert_eq!(choice.engine_with(EAGER).expect("an engine").is_some(), is_native);
    }
    assert_eq!((Choice::default(), available().as_str()), (Choice::Best, "compiled"));
    assert_eq!(
        Habits::default(),
        Habits { often: 1000, steps_aside: true, ..Habits::ASSURED }
    );
    let mut board = crate::board::board("start: halt", Choice::Interpreter.engine().expect("none"));
    assert_eq!(board.advance(1, &mut NoProbe), Ok(Some(z8000::machine::Stop::Halted)));
}
