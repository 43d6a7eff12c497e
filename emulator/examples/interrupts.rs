//! A host with a device that interrupts: a timer at a port, connected to the vectored interrupt. The loop checks the
//! timer when it is due, and after the program has written to the port; the acknowledge cycle reads the identifier.

use std::mem::take;

use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Cpu, Interrupt, Interrupts, Model, Run, Step, Until};
use z8000::run::{Goal, Host, RunEnd, Runner};

#[derive(Default)]
struct Machine {
    memory: Vec<u8>,
    /// The number of clocks that the program has written to the port, until the timer starts.
    started: Option<u16>,
    /// The clock at which the timer expires.
    end: Option<u64>,
    /// True if the processor has acknowledged the interrupt.
    acknowledged: bool,
}

impl Bus for Machine {
    fn read_byte(&mut self, _: Status, at: Location) -> u8 {
        self.memory[usize::from(at.offset())]
    }

    fn write_byte(&mut self, _: Status, at: Location, value: u8) {
        self.memory[usize::from(at.offset())] = value;
    }

    /// Port 10h receives the number of clocks until the interrupt.
    fn output_word(&mut self, port: u16, _: bool, value: u16) {
        if port == 0x10 {
            self.started = Some(value);
        }
    }

    /// Returns true if the timer is due immediately.
    fn ends_run(&mut self) -> bool {
        self.due() == 0
    }

    /// Returns 2, the vector of the timer.
    fn acknowledge(&mut self, _: Interrupt, _: u16) -> u16 {
        self.acknowledged = true;
        2
    }
}

impl Host for Machine {
    fn step(&mut self, cpu: &mut Cpu) -> Step {
        cpu.step(self)
    }

    fn run(&mut self, cpu: &mut Cpu, until: &Until) -> Option<Run> {
        Some(cpu.run(self, until))
    }

    fn due(&self) -> u64 {
        if self.started.is_some() || self.acknowledged {
            0
        } else {
            self.end.unwrap_or(u64::MAX)
        }
    }

    fn look(&mut self, clocks: u64, cpu: &mut Cpu) {
        if take(&mut self.acknowledged) {
            cpu.withdraw(Interrupt::Vectored);
        }
        if let Some(period) = self.started.take() {
            self.end = Some(clocks + u64::from(period));
        }
        if self.end.is_some_and(|end| end <= clocks) {
            self.end = None;
            cpu.request(Interrupt::Vectored, 0);
        }
    }

    fn awaited(&self) -> Interrupts {
        let interrupt = self.end.map(|_| Interrupt::Vectored.into());
        interrupt.unwrap_or_default()
    }
}

fn main() {
    let mut machine = Machine { memory: vec![0; 0x1_0000], ..Machine::default() };
    let mut put = |at: usize, words: &[u16]| {
        for (place, word) in machine.memory[at..].chunks_exact_mut(2).zip(words) {
            place.copy_from_slice(&word.to_be_bytes());
        }
    };
    // After a reset: system mode, start at 40h. The entry of vectored interrupts is at 1Ch: FCW, then a PC for each
    // vector.
    put(0, &[0, 0x4000, 0x0040]);
    put(0x1C, &[0x4000, 0, 0, 0x0060]);
    // ld r0,#1000; out #10h,r0; ei vi; inc r2; jr back
    put(0x40, &[0x2100, 1000, 0x3B06, 0x0010, 0x7C05, 0xA920, 0xE8FE]);
    // inc r3; iret
    put(0x60, &[0xA930, 0x7B00]);

    let mut runner = Runner::new(Cpu::new(Model::Z8002));
    runner.cpu.reset(&mut machine);
    runner.cpu.set_register(15, 0x8000);
    let goal = Goal { clocks: 10_000, slices: Some(0), ..Goal::default() };
    assert_eq!(runner.run(&mut machine, &goal), RunEnd::Clocks);
    let [rounds, interrupts] = [2, 3].map(|n| runner.cpu.register(n));
    assert_eq!(interrupts, 1);
    println!("{rounds} rounds, {interrupts} interrupt");
}
