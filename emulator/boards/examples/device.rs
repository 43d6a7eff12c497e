//! A user-defined device, a die: reading its port throws it, and a six requests an interrupt.

use std::path::Path;

use z8000::cpu::Interrupt;
use z8000::machine::{At, Device};
use z8000::save::{Archive, SaveError};
use z8000_boards::{Connected, Description, Section};

#[derive(Debug, Clone)]
struct Die(u8);

impl Device for Die {
    fn kind(&self) -> &'static str {
        "die"
    }

    fn read(&mut self, _: u16) -> u8 {
        self.0 = self.0 * 5 % 7;
        self.0
    }

    fn write(&mut self, _: u16, value: u8) {
        self.0 = value;
    }

    fn requests(&self) -> bool {
        self.0 == 6
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        archive.byte(&mut self.0)
    }
}

fn main() -> Result<(), z8000_boards::Error> {
    let text = "[[memory]]\nkind = \"ram\"\nsize = 0x1000\n[start]\npc = 0x40\nstack = 0x800\n";
    let mut machine = Connected::new(Description::read(text, Path::new(""))?)?;
    machine.attach(Box::new(Die(1)), [(At::Port(0x31), 0)], Some(Interrupt::NonVectored))?;
    // FCW and PC for an NVI, in the program status area at 0; at that PC is a HALT.
    let handler = code(0x18, &[0x40, 0, 0, 0x50]);
    let halt = code(0x50, &[0x7A, 0]);
    // EI NVI; INB RL1,#31h; INC R2,#1; JR back to INB.
    let throws = code(0x40, &[0x7C, 0x06, 0x3A, 0x94, 0, 0x31, 0xA9, 0x20, 0xE8, 0xFC]);
    machine.load(&[throws, handler, halt])?;
    machine.start()?;
    machine.run(100_000)?;
    println!("a six after {} other throws", machine.cpu().register(2));
    Ok(())
}

fn code(at: u32, bytes: &[u8]) -> Section {
    Section::code("example", at, bytes.to_vec())
}
