//! Bus cycles with their clocks. Lengths of cycles are those of the Y8002's manual, where an idle clock belongs to the
//! cycle before it; the rest is calculated by hand from the manual.

use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Cpu, Fcw, Interrupt, Model};
use z8000::cycle::{Purpose, Timed};

use crate::heard::Heard;
use crate::ram::Ram;

const NOP: u16 = 0x8D07;
const SYSTEM: u16 = Fcw::SYSTEM.bits();

/// Code at 0200h of a processor whose registers are 1000h, 1100h and so on, and whose counter R3 is 2.
fn machine(model: Model, code: &[u16]) -> (Cpu, Timed<Ram, Heard>) {
    let mut ram = Ram::new();
    ram.set(0x0200, code);
    let mut cpu = Cpu::new(model);
    (0..16).for_each(|n| cpu.set_register(n, 0x1000 + 0x0100 * n as u16));
    cpu.set_register(3, 2);
    cpu.set_pc(0x0200);
    (cpu, Timed::new(ram, Heard::default()))
}

/// The lengths of cycles up to the beginning of the next one, the last one up to the end of the instruction.
fn lengths(model: Model, code: &[u16]) -> Vec<u32> {
    let (mut cpu, mut timed) = machine(model, code);
    let step = timed.step(&mut cpu);
    let mut begins: Vec<u32> = timed.listener.0.iter().map(|cycle| cycle.clock).collect();
    begins.push(step.clocks);
    begins.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

#[test]
fn cycles_have_the_lengths_of_the_manual() {
    let cases: [(&str, &[u16], &[u32]); 18] = [
        ("ADD R0,R1", &[0x8110], &[4]),
        ("INC 2000h,#1", &[0x6900, 0x2000], &[3, 3, 4, 3]),
        ("COM @R1", &[0x0D10], &[5, 4, 3]),
        ("TSET @R1", &[0x0D16], &[5, 3, 3]),
        ("LDL RR2,@R1", &[0x1412], &[4, 3, 4]),
        ("LDL 2000h(R1),RR2", &[0x5D12, 0x2000], &[3, 6, 3, 3]),
        ("ADDL RR2,2000h", &[0x5602, 0x2000], &[3, 3, 3, 6]),
        ("PUSHL @R15,2000h", &[0x51F0, 0x2000], &[3, 4, 3, 4, 3, 4]),
        ("POP 2000h,@R15", &[0x57F0, 0x2000], &[3, 5, 5, 3]),
        ("EX R0,2000h(R1)", &[0x6D10, 0x2000], &[3, 5, 5, 3]),
        ("CP 2000h(R1),#5", &[0x4D11, 0x2000, 0x0005], &[3, 4, 5, 3]),
        // The manual has an internal operation after the fetches.
        ("LDM 2000h,R0,#2", &[0x5C09, 0x0001, 0x2000], &[3, 4, 6, 3, 4]),
        ("CPSI @R2,@R1,R3,EQ", &[0xBB12, 0x0326], &[4, 5, 5, 11]),
        ("OUTI @R2,@R1,R3", &[0x3B12, 0x0328], &[4, 5, 4, 8]),
        ("INIR @R2,@R1,R3", &[0x3B10, 0x0320], &[4, 5, 5, 5, 5, 7]),
        ("TRIB @R4,@R6,R3", &[0xB840, 0x0360], &[4, 5, 5, 4, 7]),
        ("CALL 2000h", &[0x5F00, 0x2000], &[3, 5, 4]),
        // Three words are saved; after seven idle clocks come FCW and PC.
        ("SC #1", &[0x7F01], &[7, 3, 4, 10, 5, 4]),
    ];
    for (text, code, expected) in cases {
        assert_eq!(lengths(Model::Z8002, code), expected, "{text}");
    }
    // On a Z8001, also the segment.
    assert_eq!(lengths(Model::Z8001, &[0x7F01]), [7, 3, 3, 4, 10, 5, 3, 4]);
}

#[test]
fn an_interrupt_is_acknowledged_first() {
    let (mut cpu, mut timed) = machine(Model::Z8002, &[]);
    cpu.set_fcw(SYSTEM | Fcw::VIE.bits());
    cpu.request(Interrupt::Vectored, 0x12);
    assert_eq!(timed.step(&mut cpu).clocks, 33);
    let first = timed.listener.0[0];
    // ST3 to ST0 of VI. The identifier is on the data lines; the cycle has ten clocks.
    assert_eq!(
        (first.clock, first.purpose.lines(), first.data, first.write),
        (0, 0b0111, 0x12, false)
    );
    let rest: Vec<_> = timed.listener.0[1..]
        .iter()
        .map(|cycle| (cycle.clock >= 10, cycle.purpose.lines()))
        .collect();
    assert_eq!(rest, [(true, 9), (true, 9), (true, 9), (true, 12), (true, 12)]);
}

#[test]
fn a_halted_processor_performs_internal_operations() {
    let (mut cpu, mut timed) = machine(Model::Z8002, &[0x7A00]);
    let _ = timed.step(&mut cpu);
    assert_eq!(timed.step(&mut cpu).clocks, 3);
    let [fetch, idle] = timed.listener.0[..] else { panic!("two cycles") };
    assert_eq!(
        (fetch.purpose.lines(), idle.purpose, idle.clock),
        (0b1101, Purpose::Internal, 0)
    );
}

#[test]
fn a_suspended_repetition_has_the_same_cycles() {
    // LDIR @R2,@R1,R3, five times.
    let begins = |deadline| {
        let (mut cpu, mut timed) = machine(Model::Z8002, &[0xBB11, 0x0320]);
        cpu.set_register(3, 5);
        cpu.set_deadline(deadline);
        let mut begins = Vec::new();
        loop {
            let before = timed.clocks();
            let _ = timed.step(&mut cpu);
            begins.extend(timed.listener.0.drain(..).map(|cycle| before + u64::from(cycle.clock)));
            if !cpu.is_repeating() {
                break (begins, timed.clocks());
            }
        }
    };
    assert_eq!(begins(u64::MAX), begins(10));
}

/// A memory with two wait states for reads of data, and a port that notes the clock.
struct Slow {
    ram: Ram,
    waits: u32,
    clock: u64,
    written: Vec<u64>,
}

impl Bus for Slow {
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        self.ram.read_byte(status, at)
    }
    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        self.ram.write_byte(status, at, value);
    }
    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        self.waits += if status.space.is_program() { 0 } else { 2 };
        self.ram.read_word(status, at)
    }
    fn output_word(&mut self, _: u16, _: bool, _: u16) {
        self.written.push(self.clock);
    }
    fn set_clock(&mut self, clocks: u64) {
        self.clock = clocks;
    }
    fn wait_states(&mut self) -> u32 {
        std::mem::take(&mut self.waits)
    }
}

#[test]
fn wait_states_lengthen_their_cycles() {
    // INC 2000h,#1; OUT 10h,R0
    let (mut cpu, Timed { bus: ram, listener, .. }) = machine(Model::Z8002, &[0x6900, 0x2000, 0x3B06, 0x0010]);
    let mut timed = Timed::new(Slow { ram, waits: 0, clock: 0, written: Vec::new() }, listener);
    assert_eq!(timed.step(&mut cpu).clocks, 13 + 2);
    let begins: Vec<_> = timed
        .listener
        .0
        .iter()
        .map(|cycle| (cycle.clock, cycle.waits))
        .collect();
    assert_eq!(begins, [(0, 0), (3, 0), (6, 2), (12, 0)]);
    // The port is accessed after two fetches of four clocks each.
    assert_eq!(timed.step(&mut cpu).clocks, 12);
    assert_eq!(timed.bus.written, [15 + 8]);
}

#[test]
fn rows_are_refreshed_at_the_rate_of_the_register() {
    // LDCTL REFRESH,R0; NOPs. Enabled; every 8 clocks; row 4.
    let (mut cpu, mut timed) = machine(Model::Z8002, &[0x7D0B, NOP, NOP, NOP, NOP]);
    cpu.set_register(0, 0x8000 | 2 << 9 | 4);
    let mut refreshed = Vec::new();
    let mut ends = Vec::new();
    for _ in 0..5 {
        let before = timed.clocks();
        let _ = timed.step(&mut cpu);
        ends.push(timed.clocks());
        let cycles = timed
            .listener
            .0
            .drain(..)
            .filter(|cycle| cycle.purpose == Purpose::Refresh);
        refreshed.extend(cycles.map(|cycle| (before + u64::from(cycle.clock), cycle.at.offset())));
    }
    // Due at 15, 23, 31 and 39. At 15 and at 39 a fetch is in progress.
    assert_eq!(refreshed, [(17, 4), (23, 6), (31, 8), (40, 10)]);
    assert_eq!(ends, [7, 14, 27, 37, 47]);
    assert_eq!(cpu.refresh(), 0x8000 | 2 << 9 | 12);
}
