//! Compares the instructions that the disassembler finds with those that the emulator executes: starting only from the
//! reset, it must find at least 98 of 100 executed instructions.

use z8000::cpu::Cpu;
use z8000::isa::Mode;
use z8000::machine::{Machine, Stop, World};
use z8000::run::Probe;
use z8000_asm::disassembly::{Content, Disassembly, Hints, Options, Piece, Program};
use z8000_asm::{AddressSpace, Assembly, Options as Assembling};
use z8000_tests::{assembled, assembled_file, assembly_with, repository};

/// Minimum percentage of instructions found.
const AT_LEAST: usize = 98;

/// A probe that records the addresses of executed instructions.
struct Executed(Vec<bool>);

impl Probe<World> for Executed {
    fn instruction(&mut self, _: u64, cpu: &Cpu, _: &World) {
        self.0[usize::from(cpu.pc())] = true;
    }
}

/// Returns the memory that contains the data. In a program without data, both memories have the same contents.
fn data_of(assembly: &Assembly) -> AddressSpace {
    match assembly
        .loadable(AddressSpace::Data)
        .expect("a program of 64 KB")
        .next()
    {
        Some(_) => AddressSpace::Data,
        None => AddressSpace::Program,
    }
}

/// Runs a program with some input until it halts, waits for input or reaches the limit; returns the executed addresses.
fn executed(assembly: &Assembly, input: &str, limit: u64) -> Vec<u32> {
    let mut board = Machine::board();
    board.set_baud(0);
    board.load(
        assembly.loadable(AddressSpace::Program).expect("a program of 64 KB"),
        assembly.loadable(data_of(assembly)).expect("a program of 64 KB"),
    );
    board.reset();
    board.send(0, input.as_bytes());
    let mut executed = Executed(vec![false; 0x1_0000]);
    let stop = board.run_with(limit, false, &mut executed).expect("it runs");
    assert!(
        matches!(stop, Stop::Halted | Stop::WantsInput | Stop::ClockLimit),
        "{stop:?}"
    );
    (0..0x1_0000).filter(|&at| executed.0[at as usize]).collect()
}

/// Disassembles the memories of a program from its bytes alone; the text must assemble to the same bytes.
fn disassembled(assembly: &Assembly) -> Vec<u32> {
    let image = |space| assembly.image(Some(space)).expect("a small program");
    let (code, data) = (image(AddressSpace::Program), image(AddressSpace::Data));
    let program = Program {
        mode: Mode::Nonsegmented,
        split: data_of(assembly) == AddressSpace::Data,
        pieces: vec![
            Piece { bytes: code.clone(), ..Piece::default() },
            Piece {
                space: AddressSpace::Data,
                bytes: data.clone(),
                content: Content::Data,
                ..Piece::default()
            },
        ],
        ..Program::default()
    };
    let options = Options { reset: true, guess: false };
    let disassembly = Disassembly::new(program, &Hints::default(), options).expect("it fits");
    let again = assembled(&disassembly.text, &Assembling::default());
    assert_eq!(again.image(Some(AddressSpace::Program)).expect("a small program"), code);
    assert_eq!(again.image(Some(AddressSpace::Data)).expect("a small program"), data);
    disassembly.instructions
}

#[track_caller]
fn check(name: &str, assembly: &Assembly, input: &str, limit: u64, least: usize) {
    let (executed, found) = (executed(assembly, input, limit), disassembled(assembly));
    let missed: Vec<u32> = executed
        .iter()
        .copied()
        .filter(|at| found.binary_search(at).is_err())
        .collect();
    let known = executed.len() - missed.len();
    println!(
        "{name}: {known} of {} executed instructions, {} found in all",
        executed.len(),
        found.len()
    );
    assert!(executed.len() >= least, "{name} executed only {}", executed.len());
    assert!(
        100 * known >= AT_LEAST * executed.len(),
        "{name}: {missed:04x?} not found"
    );
}

#[test]
fn the_chess_program() {
    let input = "p 8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - -\ng 5\nn 2\n";
    for symbols in [&[][..], &[("SIMPLE", 1)]] {
        check("bcp", &assembly_with(symbols), input, 400_000_000, 1_500);
    }
}

#[test]
fn small_programs() {
    for (name, symbols, limit) in [
        ("asm/bench/mix.s", &[("ROUNDS".to_owned(), 3)][..], 10_000_000),
        ("tests/dap/program.s", &[], 1_000_000),
        ("tests/exceptions/system_call.s", &[], 1_000),
    ] {
        let options = Assembling { symbols: symbols.to_vec(), ..Assembling::default() };
        let assembly = assembled_file(&repository(name), &options);
        check(name, &assembly, "", limit, 10);
    }
}
