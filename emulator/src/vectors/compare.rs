//! Runs a vector and compares.

use super::bench::Bench;
use super::format::Vector;
use crate::cpu::{Cpu, Event, Fcw};

/// Where every test ends.
const END: u16 = 0x00C0;

/// HALT.
const HALT: u16 = 0x7A00;

/// The jump to the end takes so many clocks.
const JUMP_CLOCKS: u64 = 7;

/// No test runs for longer.
const CLOCK_LIMIT: u64 = 1_000_000;

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Leave out what the architecture leaves open.
    pub masks: bool,
}

/// How a vector turned out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Everything agrees.
    Passed,
    /// These results differ.
    Failed(Vec<String>),
    /// The processor lacks what it needs, named here.
    NotCovered(&'static str),
}

/// Runs a vector.
#[must_use]
pub fn check(vector: &Vector, options: Options) -> Outcome {
    if vector.mode == "seg" {
        return Outcome::NotCovered("segmented mode");
    }
    let mut bench = bench(vector);
    let mut cpu = Cpu::new();
    cpu.set_fcw(vector.fcw_in | Fcw::SYSTEM.bits());
    for (n, &value) in vector.regs_in.iter().enumerate() {
        cpu.set_register(n, value);
    }
    cpu.set_fcw(vector.fcw_in);
    cpu.set_pc(vector.pc.into());
    if run(&mut cpu, &mut bench) == Run::Trapped {
        return Outcome::NotCovered("exceptions of a Z8001");
    }
    let differences = compare(vector, &cpu, &bench, options);
    if differences.is_empty() {
        Outcome::Passed
    } else {
        Outcome::Failed(differences)
    }
}

#[derive(PartialEq, Eq)]
enum Run {
    Ended,
    Trapped,
}

fn run(cpu: &mut Cpu, bench: &mut Bench) -> Run {
    while cpu.clocks() < CLOCK_LIMIT && cpu.pc() != u32::from(END) {
        match cpu.step(bench).event {
            Event::Retired => {}
            Event::Trapped(_) => return Run::Trapped,
            Event::Halted | Event::Undefined { .. } => break,
        }
    }
    Run::Ended
}

fn bench(vector: &Vector) -> Bench {
    let mut bench = Bench::new();
    for (address, &value) in &vector.mem_in {
        bench.set_word(flat(address), value);
    }
    for (index, &word) in vector.code.iter().chain(&vector.tail).enumerate() {
        bench.set_word(vector.pc.wrapping_add(2 * index as u16), word);
    }
    bench.set_word(END, HALT);
    for (port, &value) in &vector.io_in {
        bench.set_port(number(port), value);
    }
    for (port, words) in &vector.io_seq {
        bench.set_sequence(number(port), words);
    }
    bench
}

fn compare(vector: &Vector, cpu: &Cpu, bench: &Bench, options: Options) -> Vec<String> {
    let masked = |name: &str| options.masks && vector.masked.iter().any(|mask| mask == name);
    let mut differences = Vec::new();
    let mut expect = |name: String, expected: u64, got: u64| {
        if expected != got {
            differences.push(format!("{name} is {got:04x}, measured {expected:04x}"));
        }
    };
    if cpu.pc() != u32::from(END) {
        expect("PC".into(), END.into(), cpu.pc().into());
    }
    for (n, &value) in vector.regs_out.iter().enumerate().take(16) {
        if let Some(value) = value
            && !masked(&format!("R{n}"))
        {
            expect(format!("R{n}"), value.into(), cpu.register(n).into());
        }
    }
    for (name, flag) in FLAGS {
        let stated = |list: &[String]| list.iter().any(|stated| stated == name);
        let expected = match vector.fcw_out {
            Some(fcw) => Some(fcw & flag.bits() != 0),
            None if stated(&vector.flags_set) => Some(true),
            None if stated(&vector.flags_clear) => Some(false),
            None => None,
        };
        if let Some(expected) = expected
            && !masked(&format!("flag_{name}"))
        {
            let got = cpu.fcw().contains(flag);
            expect(format!("flag {name}"), expected.into(), got.into());
        }
    }
    if let Some(fcw) = vector.fcw_out {
        let rest = 0xFF03;
        let got = cpu.fcw().bits() & rest;
        expect("FCW".into(), (fcw & rest).into(), got.into());
    }
    for (address, &value) in &vector.mem_out {
        let got = bench.word(flat(address));
        expect(format!("memory {address}"), value.into(), got.into());
    }
    for (port, &value) in &vector.io_out {
        let got = bench.port(number(port));
        expect(format!("port {port}"), value.into(), got.into());
    }
    if let Some(cycles) = vector.cycles {
        let got = cpu.clocks().saturating_sub(JUMP_CLOCKS);
        if got != cycles {
            differences.push(format!("{got} clocks, measured {cycles}"));
        }
    }
    differences
}

const FLAGS: [(&str, Fcw); 6] = [
    ("C", Fcw::C),
    ("Z", Fcw::Z),
    ("S", Fcw::S),
    ("V", Fcw::PV),
    ("DA", Fcw::DA),
    ("H", Fcw::H),
];

/// A flat address; text that is none counts as 0.
fn flat(text: &str) -> u16 {
    u16::from_str_radix(text.trim_start_matches("0x"), 16).unwrap_or(0)
}

/// A port's number; text that is none names no port.
fn number(text: &str) -> usize {
    text.parse().unwrap_or(usize::MAX)
}
