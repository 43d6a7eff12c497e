//! Measurements of a real chip, through native code. They are not part of the repository.

use std::path::PathBuf;

use z8000::cpu::Fcw;
use z8000::machine::{Board, Stop};
use z8000::vectors::{Vector, parse};
use z8000_translate::{Habits, Translator};

/// Where every test ends: HALT.
const END: u16 = 0x00C0;

/// A board with the memory of the measurement, whose 4 KB are seen 16 times.
fn board(vector: &Vector) -> Board {
    let mut memory = vec![0; 0x1_0000];
    let mut put = |at: u16, word: u16| {
        for mirror in 0..16 {
            let at = usize::from(at & 0x0FFE | mirror << 12);
            memory[at..at + 2].copy_from_slice(&word.to_be_bytes());
        }
    };
    for (address, &word) in &vector.mem_in {
        put(flat(address), word);
    }
    for (index, &word) in vector.code.iter().chain(&vector.tail).enumerate() {
        put(vector.pc + 2 * index as u16, word);
    }
    put(END, 0x7A00);
    let mut board = Board::new();
    board.load([(0, &memory[..])], [(0, &memory[..])]);
    let cpu = board.cpu_mut();
    cpu.set_fcw(vector.fcw_in);
    for (n, &value) in vector.regs_in.iter().enumerate() {
        cpu.set_register(n, value);
    }
    cpu.set_pc(vector.pc);
    board
}

fn flat(text: &str) -> u16 {
    u16::from_str_radix(text.trim_start_matches("0x"), 16).expect("an address")
}

/// Whether a board that has come to its end is as the chip was.
fn agrees(board: &Board, vector: &Vector) -> bool {
    let registers = vector.regs_out.iter().enumerate();
    let fcw = board.cpu().fcw();
    let flag = |name: &str| match name {
        "C" => fcw.contains(Fcw::C),
        "Z" => fcw.contains(Fcw::Z),
        "S" => fcw.contains(Fcw::S),
        "V" => fcw.contains(Fcw::PV),
        "DA" => fcw.contains(Fcw::DA),
        _ => fcw.contains(Fcw::H),
    };
    // HALT and JP took 8 and 7 clocks.
    let cycles = board.clocks() - 15;
    registers
        .into_iter()
        .all(|(n, value)| value.is_none_or(|value| value == board.cpu().register(n)))
        && vector.fcw_out.is_none_or(|measured| measured == fcw.bits())
        && vector.flags_set.iter().all(|name| flag(name))
        && !vector.flags_clear.iter().any(|name| flag(name))
        && (vector.mem_out.iter()).all(|(at, &word)| board.memory().data_word(flat(at)) == word)
        && vector.cycles.is_none_or(|measured| measured == cycles)
}

/// Runs a board to its end by native code: the first run makes the code.
fn run_natively(mut board: Board) -> (Board, Result<Stop, z8000::machine::RunError>) {
    let habits = Habits {
        often: 0,
        ..Habits::default()
    };
    board.set_engine(Some(Box::new(
        Translator::with(habits).expect("a host with a compiler"),
    )));
    let mut first = board.clone();
    // How it ends is looked at in the second run.
    let _ = first.run(u64::MAX);
    let stop = board.run(u64::MAX);
    (board, stop)
}

/// The measurements of a file that the board can repeat, being a Z8002 without ports and with two memories: at least so
/// many. Those that the interpreter repeats, native code repeats.
fn repeated(file: &str, least: usize) {
    let folder = std::env::var_os("Z8000_SHARED").expect("Z8000_SHARED");
    let path = PathBuf::from(folder).join("silicon").join(file);
    let vectors = parse(&std::fs::read_to_string(path).expect("measurements")).expect("vectors");
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
