//! Traces as scripts: lists of small operations that any host carries out, without machine code of its own.

mod op;
mod script;
mod slots;
mod write;

use std::collections::VecDeque;
use std::sync::{Mutex, OnceLock};

use z8000::machine::Running;
use z8000::trace::Trace;

use crate::cache::{Programs, Store};
use crate::choice::NoCompiler;
use script::{FLAGS, Machine, SLOTS, Script};

/// Scripts of a program's traces.
#[derive(Debug)]
pub(crate) struct Portable {
    /// For each even offset, the script that begins there.
    table: Box<[OnceLock<Script>]>,
}

static PROGRAMS: Mutex<Programs<Portable>> = Mutex::new(VecDeque::new());

impl Store for Portable {
    fn new() -> Result<Self, NoCompiler> {
        Ok(Self {
            table: (0..0x8000).map(|_| OnceLock::new()).collect(),
        })
    }

    fn has(&self, index: usize) -> bool {
        self.table[index].get().is_some()
    }

    fn put(&self, index: usize, trace: &Trace) -> bool {
        // Another board may have been faster; its script is as good.
        write::write(trace).is_some_and(|script| self.table[index].set(script).is_ok() || self.has(index))
    }

    fn run(&self, on: &mut Running<'_>, limit: u64) -> u16 {
        let (program, data) = on.memory.banks();
        let clocks_left = limit.saturating_sub(*on.clocks);
        let mut machine = Machine {
            slots: [0; SLOTS],
            program,
            data,
            clocks_left,
            instructions: 0,
            pc: on.cpu.pc(),
            from: 0,
        };
        for (n, slot) in machine.slots[..FLAGS].iter_mut().enumerate() {
            *slot = on.cpu.register(n).into();
        }
        let fcw = on.cpu.fcw().bits();
        for bit in FLAG_BITS {
            machine.slots[script::flag(1 << bit)] = u32::from(fcw >> bit & 1);
        }
        while let Some(script) = self.table[usize::from(machine.pc >> 1)].get()
            && script.fits(machine.clocks_left)
        {
            script.run(&mut machine);
        }
        for (n, slot) in machine.slots[..FLAGS].iter().enumerate() {
            on.cpu.set_register(n, *slot as u16);
        }
        let flags = FLAG_BITS.map(|bit| (machine.slots[script::flag(1 << bit)] as u16) << bit);
        on.cpu.set_flags(flags.into_iter().sum());
        on.cpu.set_pc(machine.pc);
        *on.clocks += clocks_left - machine.clocks_left;
        *on.instructions += machine.instructions;
        machine.from
    }

    fn programs() -> &'static Mutex<Programs<Self>> {
        &PROGRAMS
    }
}

/// The bits of the flags in FCW.
const FLAG_BITS: [u16; 6] = [2, 3, 4, 5, 6, 7];
