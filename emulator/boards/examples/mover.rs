//! A device that moves data in memory: a write to its port makes it copy 32 bytes, 1,000 clocks later. It runs on the
//! machine of `docs/tutorial/machine.md`; run the example from the repository's root folder.

#![allow(clippy::disallowed_methods, reason = "an example is not installed")]

use std::path::Path;

use z8000::machine::{At, Device, Physical};
use z8000::save::{Archive, SaveError};
use z8000_boards::{Connected, Description};

/// What the device does next: nothing, start a move when the machine polls it, or move at a clock.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mover {
    Idle,
    Asked,
    Moves(u64),
}

impl Device for Mover {
    fn kind(&self) -> &'static str {
        "mover"
    }

    /// Returns 1 while the device is working.
    fn read(&mut self, _: u16) -> u8 {
        u8::from(*self != Self::Idle)
    }

    fn write(&mut self, _: u16, _: u8) {
        *self = Self::Asked;
    }

    fn due(&self) -> u64 {
        match self {
            Self::Idle => u64::MAX,
            Self::Asked => 0,
            Self::Moves(clock) => *clock,
        }
    }

    fn look(&mut self, clocks: u64, memory: &mut Physical<'_>) {
        match *self {
            Self::Asked => *self = Self::Moves(clocks + 1_000),
            Self::Moves(clock) if clock <= clocks => {
                (0..32).for_each(|n| memory.set_byte(0x5000 + n, memory.byte(0x300 + n)));
                *self = Self::Idle;
            }
            _ => {}
        }
    }

    fn archive(&mut self, _: &mut Archive<'_>) -> Result<(), SaveError> {
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new("docs/tutorial");
    let text = std::fs::read_to_string(folder.join("machine.toml"))?;
    let mut machine = Connected::new(Description::read(&text, folder)?)?;
    machine.attach(Box::new(Mover::Idle), [(At::Port(0x31), 0)], None)?;
    machine.start()?;
    machine.run(1_000_000)?;
    Ok(())
}
