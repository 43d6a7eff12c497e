//! Checks measurements of a real chip with native code. They are not part of the repository.

use std::path::PathBuf;

use z8000::cpu::{Cpu, Fcw};
use z8000::machine::{Machine as Board, Stop};
use z8000_translate::{Habits, Translator};
use z8000_vectors::{Vector, parse};

use crate::flat::Machine;

/// The clocks of HALT.
const HALT: u64 = 8;

/// The clocks of the jump to the end; in segmented mode, it has a long address.
const JUMP: [u64; 2] = [7, 10];

/// The address at which every test ends with a HALT.
const END: u16 = 0x00C0;

/// Returns the words in memory before the measurement, with their addresses.
fn words(vector: &Vector) -> impl Iterator<Item = (u16, u16)> {
    let data = vector.mem_in.iter().map(|(address, &word)| (flat(address), word));
    let code = vector.code.iter().chain(&vector.tail).enumerate();
    let code = code.map(|(index, &word)| (vector.pc + 2 * index as u16, word));
    data.chain(code).chain([(END, 0x7A00)])
}

/// Sets a processor to the state before the measurement.
fn prepare(cpu: &mut Cpu, vector: &Vector) {
    cpu.set_fcw(vector.fcw_in);
    for (n, &value) in vector.regs_in.iter().enumerate() {
        cpu.set_register(n, value);
    }
    cpu.set_pc(vector.pc);
}

/// Returns a board with the memory of the measurement: 4 KB, mirrored 16 times.
fn board(vector: &Vector) -> Board {
    let mut memory = vec![0; 0x1_0000];
    let mut put = |at: u16, word: u16| {
        for mirror in 0..16 {
            let at = usize::from(at & 0x0FFE | mirror << 12);
            memory[at..at + 2].copy_from_slice(&word.to_be_bytes());
        }
    };
    for (at, word) in words(vector) {
        put(at, word);
    }
    let mut board = Board::board();
    board.load([(0, &memory[..])], [(0, &memory[..])]);
    prepare(board.cpu_mut(), vector);
    board
}

fn flat(text: &str) -> u16 {
    u16::from_str_radix(text.trim_start_matches("0x"), 16).expect("an address")
}

/// Returns true if a board that has run to its end is in the measured state.
fn agrees(board: &Board, vector: &Vector) -> bool {
    let clocks = board.clocks() - HALT - JUMP[0];
    is_as_measured(board.cpu(), clocks, |at| board.world().data_word(at), vector)
}

/// Returns true if a processor that has run to its end in that many clocks, and its memory, are in the measured state.
fn is_as_measured(cpu: &Cpu, clocks: u64, word: impl Fn(u16) -> u16, vector: &Vector) -> bool {
    let registers = vector.regs_out.iter().enumerate();
    let fcw = cpu.fcw();
    let flag = |name: &str| match name {
        "C" => fcw.contains(Fcw::C),
        "Z" => fcw.contains(Fcw::Z),
        "S" => fcw.contains(Fcw::S),
        "V" => fcw.contains(Fcw::PV),
        "DA" => fcw.contains(Fcw::DA),
        _ => fcw.contains(Fcw::H),
    };
    registers
        .into_iter()
        .all(|(n, value)| value.is_none_or(|value| value == cpu.register(n)))
        && vector.fcw_out.is_none_or(|measured| measured == fcw.bits())
        && vector.flags_set.iter().all(|name| flag(name))
        && !vector.flags_clear.iter().any(|name| flag(name))
        && (vector.mem_out.iter()).all(|(at, &value)| word(flat(at)) == value)
        && vector.cycles.is_none_or(|measured| measured == clocks)
}

/// Returns an engine that compiles all code that it runs.
fn eager() -> Translator {
    let habits = Habits { often: 0, ..Habits::ASSURED };
    Translator::with(habits).expect("a host with a compiler")
}

/// Runs a board to its end in native code: the first run generates the code.
fn run_natively(mut board: Board) -> (Board, Result<Stop, z8000::machine::RunError>) {
    board.set_engine(Some(Box::new(eager())));
    let mut first = board.clone();
    // Only the end of the second run is checked.
    let _ = first.run(u64::MAX);
    let stop = board.run(u64::MAX);
    (board, stop)
}

/// Returns the measurements of a file.
fn vectors(file: &str) -> Vec<Vector> {
    let folder = std::env::var_os("Z8000_SHARED").expect("Z8000_SHARED");
    let path = PathBuf::from(folder).join("silicon").join(file);
    parse(&std::fs::read_to_string(path).expect("measurements")).expect("vectors")
}

/// Checks that at least `least` measurements of a file can be repeated on the board, a Z8002 without ports and with two
/// memories. Native code must repeat every measurement that the interpreter repeats.
fn repeated(file: &str, least: usize) {
    let vectors = vectors(file);
    let (mut passed, mut failed) = (0, Vec::new());
    for vector in vectors.iter().filter(|vector| vector.mode == "nonseg") {
        let mut interpreted = board(vector);
        if interpreted.run(100_000) != Ok(Stop::Halted) || !agrees(&interpreted, vector) {
            continue;
        }
        let (native, stop) = run_natively(board(vector));
        if stop == Ok(Stop::Halted) && agrees(&native, vector) {
            passed += 1;
        } else {
            failed.push(&vector.name);
        }
    }
    println!(
        "{file}: {passed} of {} passed natively, {} failed",
        vectors.len(),
        failed.len()
    );
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(passed >= least, "only {passed} measurements were repeated");
}

/// Returns a Z8001 with the memory of the measurement: bit 0 of the segment selects which 4 KB are mirrored 16 times.
fn z8001(vector: &Vector) -> Machine {
    let mut machine = Machine::new();
    let mut put = |at: u16, word: u16| {
        let bank = &mut machine.memory.banks[usize::from(at >> 12 & 1)];
        for mirror in 0..16 {
            let at = usize::from(at & 0x0FFE | mirror << 12);
            bank[at..at + 2].copy_from_slice(&word.to_be_bytes());
        }
    };
    for (at, word) in words(vector) {
        put(at, word);
    }
    prepare(&mut machine.runner.cpu, vector);
    machine
}

/// Returns true if a Z8001 halts in the measured state.
fn z8001_agrees(machine: &Machine, vector: &Vector) -> bool {
    let end = machine.runner.clocks.checked_sub(HALT + JUMP[1]);
    let word = |at: u16| {
        let bank = &machine.memory.banks[usize::from(at >> 12 & 1)];
        let at = usize::from(at & 0x0FFE);
        u16::from_be_bytes([bank[at], bank[at + 1]])
    };
    end.is_some_and(|clocks| is_as_measured(&machine.runner.cpu, clocks, word, vector))
}

/// The measurements in segmented mode, on a Z8001 whose memory the program may write to, with code in either segment.
#[test]
#[ignore = "needs the chip's measurements: set Z8000_SHARED"]
fn segmented_instructions_agree_with_the_chip() {
    let (mut passed, mut native, mut failed) = (0, 0, Vec::new());
    let vectors = vectors("seg.jsonl");
    for vector in &vectors {
        let fresh = z8001(vector);
        let mut interpreted = fresh.clone();
        if !interpreted.run(100_000) || !z8001_agrees(&interpreted, vector) {
            continue;
        }
        let mut machine = fresh.clone();
        machine.runner.set_engine(Some(Box::new(eager())));
        machine.run(100_000);
        // Runs again from the start, with the same memory and the code generated for it.
        machine.runner.cpu = fresh.runner.cpu.clone();
        (machine.runner.clocks, machine.runner.steps) = (0, 0);
        machine.memory.banks = fresh.memory.banks;
        let before = machine.work();
        let halted = machine.run(100_000);
        let work = machine.work();
        native += machine.runner.steps - (work.steps + work.passed - before.steps - before.passed);
        if halted && z8001_agrees(&machine, vector) {
            passed += 1;
        } else {
            failed.push(&vector.name);
        }
    }
    println!(
        "seg.jsonl: {passed} of {} passed, {native} instructions of them natively, {} failed",
        vectors.len(),
        failed.len()
    );
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(passed >= 600, "only {passed} measurements were repeated");
    assert!(native >= 600, "only {native} instructions ran natively");
}

#[test]
#[ignore = "needs the chip's measurements: set Z8000_SHARED"]
fn instructions_agree_with_the_chip() {
    repeated("nonseg.jsonl", 600);
}

#[test]
#[ignore = "needs the chip's measurements: set Z8000_SHARED"]
fn clocks_agree_with_the_chip() {
    repeated("timing.jsonl", 60);
}
