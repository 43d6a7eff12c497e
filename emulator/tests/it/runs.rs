//! Compares `Cpu::run` with `Cpu::step`, and tests what a bus can provide. Clocks are those printed in the manual.

use crate::ram::{Ram, Xorshift};
use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Cpu, End, Event, Fcw, Interrupt, Model, Trap, Until};

const SYSTEM: u16 = Fcw::SYSTEM.bits();
const HALT: u16 = 0x7A00;
const NOP: u16 = 0x8D07;

/// A memory that implements only the two required methods.
struct Plain(Vec<u8>);

impl Bus for Plain {
    fn read_byte(&mut self, _: Status, at: Location) -> u8 {
        self.0[usize::from(at.offset())]
    }

    fn write_byte(&mut self, _: Status, at: Location, value: u8) {
        self.0[usize::from(at.offset())] = value;
    }
}

/// A memory with a device at all ports: it drives the port's number, complemented for special I/O, and records the
/// words that it receives.
struct Lines {
    ram: Ram,
    sent: Vec<(u16, bool, u16)>,
}

impl Bus for Lines {
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        self.ram.read_byte(status, at)
    }

    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        self.ram.write_byte(status, at, value);
    }

    fn input_word(&mut self, port: u16, special: bool) -> u16 {
        if special { port.swap_bytes() } else { port }
    }

    fn output_word(&mut self, port: u16, special: bool, value: u16) {
        self.sent.push((port, special, value));
    }
}

/// A byte of an even port is on the upper half of the lines, one of an odd port on the lower half. The processor drives
/// a byte that it sends on both halves.
#[test]
fn bytes_of_ports_have_their_halves_of_the_lines() {
    // INB RL0 from port 34FFh, INB RH0 from 34FEh, OUTB RL0 to 34FFh.
    let (mut cpu, ram) = machine(&[0x3A84, 0x34FF, 0x3A04, 0x34FE, 0x3A86, 0x34FF]);
    let mut lines = Lines { ram, sent: Vec::new() };
    for _ in 0..3 {
        cpu.step(&mut lines);
    }
    assert_eq!(
        (cpu.register(0), lines.sent.pop()),
        (0x34FF, Some((0x34FF, false, 0xFFFF)))
    );
    for (port, special, byte) in [
        (0x12FE, false, 0x12),
        (0x12FF, false, 0xFF),
        (0x34FE, true, 0xFE),
        (0x34FF, true, 0x34),
    ] {
        assert_eq!(lines.input_byte(port, special), byte, "{port:04x} {special}");
        lines.output_byte(port, special, 0xA5);
        assert_eq!(lines.sent.pop(), Some((port, special, 0xA5A5)));
    }
}

/// Returns a Z8002 in system mode at 0200h, with words at that address.
fn machine(code: &[u16]) -> (Cpu, Ram) {
    let mut ram = Ram::new();
    ram.set(0x0200, code);
    let mut cpu = Cpu::new(Model::Z8002);
    cpu.set_pc(0x0200);
    cpu.set_register(15, 0x8000);
    (cpu, ram)
}

#[test]
fn a_run_does_what_steps_do() {
    let mut random = Xorshift(0x1986);
    for round in 0..2_000 {
        let mut ram = Ram::new();
        ram.bytes.fill_with(|| random.next() as u8);
        let mut cpu = Cpu::new([Model::Z8001, Model::Z8002][round % 2]);
        cpu.set_fcw(random.next() as u16 | SYSTEM);
        cpu.set_pc(random.next() as u16);
        for n in 0..16 {
            cpu.set_register(n, random.next() as u16);
        }
        if random.next().is_multiple_of(4) {
            cpu.request(Interrupt::Vectored, random.next() as u16);
        }
        let most = random.next() % 60;
        let (mut other, mut memory) = (cpu.clone(), ram.clone());
        // The second processor runs in pieces, which must not change the result.
        other.set_deadline(round as u64 % 90);
        let (mut clocks, mut steps, mut ended) = (0, 0, None);
        let (mut exceptions, mut waits) = (0, 0);
        while steps < most && ended.is_none() {
            let resumes = other.is_repeating();
            let step = other.step(&mut memory);
            exceptions += u64::from(!resumes && matches!(step.event, Event::Interrupted(_)));
            waits += u64::from(step.event == Event::Waited);
            clocks += u64::from(step.clocks);
            steps += u64::from(!other.is_repeating());
            ended = match step.event {
                Event::Halted | Event::Waited => Some(End::Halted),
                Event::Undefined { word } => Some(End::Undefined { word }),
                Event::Retired | Event::Trapped(_) | Event::Interrupted(_) => None,
            };
        }
        let run = cpu.run(&mut ram, &Until::instructions(most));
        assert_eq!((run.clocks, run.instructions), (clocks, steps), "round {round}");
        assert_eq!((run.exceptions, run.waits), (exceptions, waits), "round {round}");
        assert_eq!(run.end, ended.unwrap_or(End::Instructions), "round {round}");
        assert_eq!(cpu, other, "round {round}");
        assert!(ram.bytes == memory.bytes && ram.log == memory.log, "round {round}");
    }
}

#[test]
fn a_repetition_without_end_comes_to_the_limit_of_instructions() {
    // LDIRB @R2,@R1,R1: the pointer is incremented, the counter decremented, and both are the same register.
    let (mut cpu, mut ram) = machine(&[0xBA11, 0x0120]);
    cpu.set_register(1, 5);
    for deadline in [u64::MAX, 300] {
        let mut left = 3;
        let mut clocks = 0;
        while left > 0 {
            let run = cpu.run(&mut ram, &Until { clocks: deadline, ..Until::instructions(left) });
            (left, clocks) = (left - run.instructions, clocks + run.clocks);
            ram.log.clear();
        }
        let first = if deadline == 300 { 0 } else { 7 };
        // The count is updated after each 65,536 iterations; the rest depends on where the run stopped.
        let counted = first + 3 * 65_536 * 9;
        assert!((counted..counted + 300).contains(&clocks), "{clocks}");
    }
}

#[test]
fn a_plain_memory_needs_two_methods() {
    let mut random = Xorshift(0x8000);
    let mut ram = Ram::new();
    ram.bytes.fill_with(|| random.next() as u8);
    // EXTS and stores of every size at even and odd addresses, repeatedly, starting anywhere.
    let mut plain = Plain(ram.bytes.clone());
    for start in 0..3_000_u16 {
        let mut cpu = Cpu::new(Model::Z8002);
        cpu.set_pc(start.wrapping_mul(22));
        for n in 0..16 {
            cpu.set_register(n, random.next() as u16);
        }
        // The ports of the two differ, so only normal mode is used, where I/O instructions trap.
        cpu.set_fcw(0);
        let mut other = cpu.clone();
        assert_eq!(cpu.step(&mut ram), other.step(&mut plain), "{start}");
        assert_eq!(cpu, other, "{start}");
        assert!(ram.bytes == plain.0, "{start}");
    }
    // Nothing drives the lines of the ports.
    assert_eq!((plain.input_byte(1, false), plain.input_word(2, true)), (0xFF, 0xFFFF));
}

#[test]
fn a_run_ends_at_its_limits() {
    // NOP takes 7 clocks.
    let (cpu, ram) = machine(&[NOP; 10]);
    let run = |until: &Until| cpu.clone().run(&mut ram.clone(), until);
    let clocks = run(&Until::clocks(15));
    assert_eq!((clocks.end, clocks.clocks, clocks.instructions), (End::Clocks, 21, 3));
    let clocks = run(&Until::clocks(14));
    assert_eq!((clocks.end, clocks.clocks, clocks.instructions), (End::Clocks, 14, 2));
    let count = run(&Until::instructions(4));
    assert_eq!(
        (count.end, count.clocks, count.instructions),
        (End::Instructions, 28, 4)
    );
    let nothing = run(&Until::clocks(0));
    assert_eq!((nothing.end, nothing.clocks, nothing.instructions), (End::Clocks, 0, 0));
    let outside = run(&Until { code: 0x0100..0x0206, ..Until::default() });
    assert_eq!((outside.end, outside.clocks), (End::Outside { from: 0x0204 }, 21));
}

#[test]
fn a_halted_processor_waits_if_it_is_told_to() {
    // HALT takes 8 clocks, each check for an interrupt 3.
    let (mut cpu, mut ram) = machine(&[HALT]);
    assert_eq!(cpu.run(&mut ram, &Until::default()).end, End::Halted);
    let until = |interrupt: Interrupt| Until { waits: interrupt.into(), ..Until::clocks(10) };
    let run = cpu.run(&mut ram, &until(Interrupt::NonMaskable));
    assert_eq!((run.end, run.clocks, run.instructions), (End::Clocks, 12, 4));
    // An interrupt that is disabled in FCW does not wake the processor.
    assert_eq!(cpu.run(&mut ram, &until(Interrupt::Vectored)).end, End::Halted);
}

#[test]
fn a_host_can_handle_system_calls() {
    // SC #5; NOP, in normal mode. The program status area is at 0: FCW and PC of a system call at 0Ch.
    let (mut cpu, mut ram) = machine(&[0x7F05, NOP]);
    ram.set(0x0C, &[SYSTEM, 0x0300]);
    cpu.set_fcw(0);
    cpu.set_other_stack([0, 0x9000]);
    let until = Until { traps: true, ..Until::default() };
    let run = cpu.run(&mut ram, &until);
    assert_eq!((run.end, run.instructions), (End::Trapped(Trap::SystemCall), 1));
    assert_eq!((cpu.pc(), cpu.register(15)), (0x0300, 0x8FFA));
    // Identifier, FCW, PC.
    assert_eq!(ram.words(0x8FFA), [0x7F05, 0, 0x0202]);
}

/// A memory with a wait state for each access, and a daisy chain that supplies the identifier 0042h.
struct Slow {
    ram: Ram,
    waits: u32,
    written: Vec<u16>,
    acknowledged: Vec<(Interrupt, u16)>,
}

impl Bus for Slow {
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        self.waits += 1;
        self.ram.read_byte(status, at)
    }
    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        self.waits += 1;
        self.ram.write_byte(status, at, value);
    }
    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        self.waits += 1;
        self.ram.read_word(status, at)
    }
    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        self.waits += 1;
        self.ram.write_word(status, at, value);
    }
    fn output_word(&mut self, _: u16, _: bool, value: u16) {
        self.written.push(value);
    }
    fn wait_states(&mut self) -> u32 {
        std::mem::take(&mut self.waits)
    }
    fn ends_run(&mut self) -> bool {
        self.written.len() == 2
    }
    fn acknowledge(&mut self, interrupt: Interrupt, requested: u16) -> u16 {
        self.acknowledged.push((interrupt, requested));
        0x0042
    }
}

#[test]
fn a_bus_can_wait_and_choose_an_identifier() {
    // OUT 10h,R0; NOP; OUT 10h,R0; NOP. The program status area is at 0: FCW and PC of NVI at 18h.
    let (mut cpu, mut ram) = machine(&[0x3B06, 0x0010, NOP, 0x3B06, 0x0010, NOP]);
    ram.set(0x18, &[SYSTEM, 0x0200]);
    let mut slow = Slow { ram, waits: 0, written: Vec::new(), acknowledged: Vec::new() };
    cpu.set_register(0, 7);
    cpu.set_fcw(SYSTEM | Fcw::NVIE.bits());
    cpu.request(Interrupt::NonVectored, 1);
    let run = cpu.run(&mut slow, &Until::default());
    assert_eq!(slow.acknowledged, [(Interrupt::NonVectored, 1)]);
    assert_eq!(slow.ram.word(0x7FFA), 0x0042);
    // The interrupt writes three words and reads two: 33 clocks and 5 wait states. OUT takes 12 and 2, NOP 7 and 1.
    assert_eq!(slow.written, [7, 7]);
    let clocks = 38 + 14 + 8 + 14;
    assert_eq!((run.end, run.clocks, run.instructions), (End::Bus, clocks, 4));
    // A step counts wait states as well.
    assert_eq!(cpu.step(&mut slow).clocks, 8);
}
