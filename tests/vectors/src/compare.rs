//! Runs a vector and compares the results.

use z8000::cpu::{Cpu, Event, Fcw, Model};

use crate::bench::{Bench, byte};
use crate::cycle::{Cycle, Listener, Purpose, Timed};
use crate::format::{BusCycle, Vector};

/// The address at which every test ends.
const END: u16 = 0x00C0;

/// HALT.
const HALT: u16 = 0x7A00;

/// Maximum clocks of a test.
const CLOCK_LIMIT: u64 = 1_000_000;

/// Options of the comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// True to exclude results that the architecture leaves undefined.
    pub masks: bool,
    /// True to compare the bus cycles as well, if they were measured.
    pub bus: bool,
}

/// The outcome of a vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// All results agree.
    Passed,
    /// Some results differ; contains a description of each.
    Failed(Vec<String>),
}

/// Runs a vector's code, and compares the results with the measured ones.
#[must_use]
pub fn check(vector: &Vector, options: Options) -> Outcome {
    let mut timed = Timed::new(bench(vector), Heard(Vec::new()));
    let mut cpu = Cpu::new(Model::Z8001);
    cpu.set_fcw(vector.fcw_in);
    for (n, &value) in vector.regs_in.iter().enumerate() {
        cpu.set_register(n, value);
    }
    cpu.set_pc(vector.pc);
    let clocks = run(&mut cpu, &mut timed);
    let mut differences = compare(vector, &cpu, &timed.bus, clocks, options);
    if options.bus && !vector.bus.is_empty() {
        differences.extend(compare_bus(&vector.bus, &timed.listener.0));
    }
    if differences.is_empty() {
        Outcome::Passed
    } else {
        Outcome::Failed(differences)
    }
}

/// Runs to the end; returns the clocks, excluding the final jump.
fn run(cpu: &mut Cpu, timed: &mut Timed<Bench, Heard>) -> u64 {
    let mut clocks = 0;
    while timed.clocks() < CLOCK_LIMIT && !at_end(cpu) {
        clocks = timed.clocks();
        if matches!(timed.step(cpu).event, Event::Halted | Event::Undefined { .. }) {
            break;
        }
    }
    clocks
}

/// The bus cycles recorded so far.
struct Heard(Vec<Cycle>);

impl Listener<Bench> for Heard {
    fn hears(&mut self, _: &Bench, cycle: &Cycle) {
        self.0.push(*cycle);
    }
}

fn at_end(cpu: &Cpu) -> bool {
    cpu.pc() == END && cpu.pc_segment() == 0
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

fn compare(vector: &Vector, cpu: &Cpu, bench: &Bench, clocks: u64, options: Options) -> Vec<String> {
    let masked = |name: &str| options.masks && vector.masked.iter().any(|mask| mask == name);
    let mut differences = Vec::new();
    let mut expect = |name: String, expected: u64, got: u64| {
        if expected != got {
            differences.push(format!("{name} is {got:04x}, but {expected:04x} on the real chip"));
        }
    };
    if !at_end(cpu) {
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
    if let Some(cycles) = vector.cycles
        && clocks != cycles
    {
        differences.push(format!("took {clocks} clocks, but the real chip took {cycles}"));
    }
    differences
}

/// Describes the first bus cycle that differs. The measured list starts after the first fetch; it ends with the fetch
/// at the end, which the processor does not reach, and whose data are ignored.
fn compare_bus(measured: &[BusCycle], got: &[Cycle]) -> Option<String> {
    let measured = measured.split_last().map_or(measured, |(_, rest)| rest);
    let got = got.get(1..).unwrap_or_default();
    let agree = |measured: &BusCycle, got: &Cycle| {
        let address = got.at.offset();
        let data = match got.bytes {
            1 => byte(measured.data, address).into(),
            _ => measured.data,
        };
        (measured.addr, data, measured.rw == "W") == (address, got.data, got.write) && agree_in_purpose(measured, got)
    };
    let common = measured.len().min(got.len());
    let at = (0..common)
        .find(|&at| !agree(&measured[at], &got[at]))
        .or_else(|| (measured.len() != got.len()).then_some(common))?;
    Some(format!(
        "bus cycle {at} is {:?}, but {:?} on the real chip",
        got.get(at),
        measured.get(at)
    ))
}

/// Status lines of the fetch of an instruction's first word, and of further words.
const FETCHES: [u8; 2] = [0b1101, 0b1100];

/// Compares the status lines of fetches only: those recorded for the stack and for new program status differ from the
/// manual's description of these spaces.
fn agree_in_purpose(measured: &BusCycle, got: &Cycle) -> bool {
    let fetch = measured.st.filter(|st| FETCHES.contains(st));
    let place = match got.purpose {
        Purpose::Port { .. } => "I",
        _ => "M",
    };
    measured.io == place && fetch.is_none_or(|st| st == got.purpose.lines())
}

const FLAGS: [(&str, Fcw); 6] = [
    ("C", Fcw::C),
    ("Z", Fcw::Z),
    ("S", Fcw::S),
    ("V", Fcw::PV),
    ("DA", Fcw::DA),
    ("H", Fcw::H),
];

/// Parses a flat address; other text counts as 0.
fn flat(text: &str) -> u16 {
    u16::from_str_radix(text.trim_start_matches("0x"), 16).unwrap_or(0)
}

/// Parses the number of a port; other text yields a number that no port has.
fn number(text: &str) -> usize {
    text.parse().unwrap_or(usize::MAX)
}
