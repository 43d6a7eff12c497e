//! A device that interrupts: a timer at a port, on the line of the vectored interrupt. The bus knows the time of each
//! instruction, ends the run where the program starts the timer, and gives the identifier in the acknowledge cycle.

use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Cpu, Interrupt, Model, Until};

struct Machine {
    memory: Vec<u8>,
    /// Clocks before this run, and at the beginning of the instruction.
    before: u64,
    now: u64,
    /// When the timer runs down.
    due: Option<u64>,
    changed: bool,
}

impl Bus for Machine {
    fn read_byte(&mut self, _: Status, at: Location) -> u8 {
        self.memory[usize::from(at.offset())]
    }

    fn write_byte(&mut self, _: Status, at: Location, value: u8) {
        self.memory[usize::from(at.offset())] = value;
    }

    /// Port 10h: clocks until the interrupt.
    fn output_word(&mut self, port: u16, _: bool, value: u16) {
        if port == 0x10 {
            self.due = Some(self.now + u64::from(value));
            self.changed = true;
        }
    }

    fn begins(&mut self, clocks: u64) {
        self.now = self.before + clocks;
    }

    fn ends_run(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Vector 2 is ours.
    fn acknowledge(&mut self, _: Interrupt, _: u16) -> u16 {
        2
    }
}

fn main() {
    let mut machine = Machine {
        memory: vec![0; 0x1_0000],
        before: 0,
        now: 0,
        due: None,
        changed: false,
    };
    let mut put = |at: usize, words: &[u16]| {
        for (place, word) in machine.memory[at..].chunks_exact_mut(2).zip(words) {
            place.copy_from_slice(&word.to_be_bytes());
        }
    };
    // After reset: system mode, start at 40h. The entry of vectored interrupts is at 1Ch: FCW, then a PC per vector.
    put(0, &[0, 0x4000, 0x0040]);
    put(0x1C, &[0x4000, 0, 0, 0x0060]);
    // ld r0,#1000; out #10h,r0; ei vi; inc r2; jr back
    put(0x40, &[0x2100, 1000, 0x3B06, 0x0010, 0x7C05, 0xA920, 0xE8FE]);
    // inc r3; iret
    put(0x60, &[0xA930, 0x7B00]);

    let mut cpu = Cpu::new(Model::Z8002);
    cpu.reset(&mut machine);
    cpu.set_register(15, 0x8000);
    while machine.before < 10_000 {
        let end = machine.due.unwrap_or(10_000).min(10_000);
        let until = Until::clocks(end.saturating_sub(machine.before));
        let run = cpu.run(&mut machine, &until);
        machine.before += run.clocks;
        if machine.due.is_some_and(|due| due <= machine.before) {
            machine.due = None;
            cpu.request(Interrupt::Vectored, 0);
            // One instruction later it was acknowledged.
            let run = cpu.run(&mut machine, &Until::instructions(1));
            machine.before += run.clocks;
            cpu.withdraw(Interrupt::Vectored);
        }
    }
    assert_eq!(cpu.register(3), 1);
    println!("{} rounds, {} interrupt", cpu.register(2), cpu.register(3));
}
