//! Measurements of a real chip, through native code. They are not part of the repository.

use std::path::PathBuf;

use z8000::cpu::{Cpu, Fcw};
use z8000::machine::{Machine as Board, Stop};
use z8000_translate::{Habits, Translator};
use z8000_vectors::{Vector, parse};

use crate::flat::Machine;

/// Clocks of HALT.
const HALT: u64 = 8;

/// Clocks of the jump to the end, in segmented mode to a long address.
const JUMP: [u64; 2] = [7, 10];

/// Where every test ends: HALT.
const END: u16 = 0x00C0;

/// The words that are in memory before the measurement, with their addresses.
fn words(vector: &Vector) -> impl Iterator<Item = (u16, u16)> {
    let data = vector.mem_in.iter().map(|(address, &word)| (flat(address), word));
    let code = vector.code.iter().chain(&vector.tail).enumerate();
    let code = code.map(|(index, &word)| (vector.pc + 2 * index as u16, word));
    data.chain(code).chain([(END, 0x7A00)])
}

/// Gives a processor the state before the measurement.
fn prepare(cpu: &mut Cpu, vector: &Vector) {
    cpu.set_fcw(vector.fcw_in);
    for (n, &value) in vector.regs_in.iter().enumerate() {
        cpu.set_register(n, value);
    }
    cpu.set_pc(vector.pc);
}

/// A board with the memory of the measurement, whose 4 KB are seen 16 times.
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

/// Returns true if a board that has come to its end is as the chip was.
fn agrees(board: &Board, vector: &Vector) -> bool {
    let clocks = board.clocks() - HALT - JUMP[0];
    is_as_measured(board.cpu(), clocks, |at| board.world().data_word(at), vector)
}

/// Returns true if a processor that has come to the end after that many clocks, and its memory, are as the chip's were.
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

/// An engine that makes code of everything that it runs.
fn eager() -> Translator {
    let habits = Habits { often: 0, ..Habits::ASSURED };
    Translator::with(habits).expect("a host with a compiler")
}

/// Runs a board to its end by native code: the first run makes the code.
fn run_natively(mut board: Board) -> (Board, Result<Stop, z8000::machine::RunError>) {
    board.set_engine(Some(Box::new(eager())));
    let mut first = board.clone();
    // How it ends is looked at in the second run.
    let _ = first.run(u64::MAX);
    let stop = board.run(u64::MAX);
    (board, stop)
}

/// The measurements of a file.
fn vectors(file: &str) -> Vec<Vector> {
    let folder = std::env::var_os("Z8000_SHARED").expect("Z8000_SHARED");
    let path = PathBuf::from(folder).join("silicon").join(file);
    parse(&std::fs::read_to_string(path).expect("measurements")).expect("vectors")
}

/// The measurements of a file that the board can repeat, being a Z8002 without ports and with two memories: at least
/// this many. Those that the interpreter repeats, native code repeats.
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

/// A Z8001 with the memory of the measurement: bit 0 of the segment selects which 4 KB of it are seen 16 times.
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

/// Returns true if a Z8001 halts, and then is as the chip was.
fn z8001_agrees(machine: &Machine, vector: &Vector) -> bool {
    let end = machine.runner.clocks.checked_sub(HALT + JUMP[1]);
    let word = |at: u16| {
        let bank = &machine.memory.banks[usize::from(at >> 12 & 1)];
        let at = usize::from(at & 0x0FFE);
        u16::from_be_bytes([bank[at], bank[at + 1]])
    };
    end.is_some_and(|clocks| is_as_measured(&machine.runner.cpu, clocks, word, vector))
}

/// Those in segmented mode, on a Z8001 whose memory the program may write to: code in either segment.
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
        // The same memory with the code that was made of it, from the start.
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
