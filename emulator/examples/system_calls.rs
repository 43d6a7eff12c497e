//! A host for system calls: the program runs in normal mode, and each SC is passed to the host.

use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Cpu, End, Model, Trap, Until};

/// In system mode, the N/S line selects separate memory, so that the program cannot access the host's data.
struct Memory {
    system: Vec<u8>,
    normal: Vec<u8>,
}

impl Memory {
    fn of(&mut self, status: Status) -> &mut Vec<u8> {
        if status.system {
            &mut self.system
        } else {
            &mut self.normal
        }
    }
}

impl Bus for Memory {
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        self.of(status)[usize::from(at.offset())]
    }

    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        self.of(status)[usize::from(at.offset())] = value;
    }
}

fn put(memory: &mut [u8], at: usize, words: &[u16]) {
    for (place, word) in memory[at..].chunks_exact_mut(2).zip(words) {
        place.copy_from_slice(&word.to_be_bytes());
    }
}

fn main() {
    let mut memory = Memory { system: vec![0; 0x1_0000], normal: vec![0; 0x1_0000] };
    // The entry of system calls is at 0Ch: FCW, and PC of a handler that consists of IRET.
    put(&mut memory.system, 0x0C, &[0x4000, 0x0100]);
    put(&mut memory.system, 0x0100, &[0x7B00]);
    // ldb rl0,@r1; testb rl0; jr z,end; sc #2 (write); inc r1; jr start; end: sc #0 (leave)
    let program = [0x2018, 0x8C84, 0xE603, 0x7F02, 0xA910, 0xE8FA, 0x7F00];
    put(&mut memory.normal, 0, &program);
    memory.normal[0x1000..0x1006].copy_from_slice(b"hello\0");

    let mut cpu = Cpu::new(Model::Z8002);
    cpu.set_register(15, 0x8000);
    cpu.set_fcw(0);
    cpu.set_register(1, 0x1000);
    let until = Until { traps: true, ..Until::default() };
    let mut text = String::new();
    loop {
        match cpu.run(&mut memory, &until).end {
            End::Trapped(Trap::SystemCall) => {}
            other => panic!("the program ends with {other:?}"),
        }
        // The identifier on the stack is the instruction; its lower byte is the number of the call.
        let at = usize::from(cpu.register(15));
        match memory.system[at + 1] {
            0 => break,
            2 => text.push(char::from(cpu.register(0) as u8)),
            other => panic!("there is no call {other}"),
        }
    }
    assert_eq!(text, "hello");
    println!("{text}");
}
