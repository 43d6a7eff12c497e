//! A clone of processor and memory is a snapshot: it goes on in the same way.

use crate::ram::{Ram, Xorshift};
use z8000::cpu::{Cpu, Event, Interrupt, Model};

/// The state of a processor that can be seen from outside.
fn state(cpu: &Cpu) -> ([u16; 16], u16, u8, u16, bool) {
    let registers = std::array::from_fn(|n| cpu.register(n));
    let (pc, segment) = (cpu.pc(), cpu.pc_segment());
    (registers, pc, segment, cpu.fcw().bits(), cpu.halted())
}

/// Runs for a while; what was seen after each step, and the bus log.
fn run(mut cpu: Cpu, mut ram: Ram, mut random: Xorshift) -> impl PartialEq {
    ram.log.clear();
    let seen: Vec<_> = (0..50)
        .map(|_| {
            let step = cpu.step(&mut ram);
            match step.event {
                Event::Undefined { .. } => cpu.set_pc(random.next() as u16),
                Event::Halted => cpu.request(Interrupt::NonMaskable, random.next() as u16),
                _ => {}
            }
            (step, state(&cpu))
        })
        .collect();
    (seen, ram.log, ram.bytes)
}

#[test]
fn a_snapshot_of_any_moment_goes_on_in_the_same_way() {
    let mut random = Xorshift(0x2357);
    for model in [Model::Z8001, Model::Z8002] {
        let mut ram = Ram::new();
        ram.bytes.fill_with(|| random.next() as u8);
        let mut cpu = Cpu::new(model);
        cpu.reset(&mut ram);
        // Repetitions are cut, so that snapshots fall into them too.
        cpu.set_deadline(30);
        for _ in 0..500 {
            let seed = random.next();
            cpu.set_pc(seed as u16);
            cpu.set_register((seed >> 16 & 15) as usize, (seed >> 20) as u16);
            if seed >> 40 & 7 == 0 {
                cpu.request(Interrupt::Vectored, (seed >> 44) as u16);
            }
            let (snapshot, memory) = (cpu.clone(), ram.clone());
            let first = run(cpu.clone(), ram.clone(), Xorshift(seed));
            let second = run(snapshot, memory, Xorshift(seed));
            assert!(first == second);
            cpu.step(&mut ram);
            ram.log.clear();
        }
    }
}
