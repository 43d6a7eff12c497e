//! The seams to a machine: its devices, its memory, and how it carries instructions out.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::Range;

use crate::bus::{Location, Status};
use crate::cpu::{Cpu, Interrupts, Places, Run, Step, Until};

/// A machine without its processor, as the loop runs it: with devices that go by the clock, such as timers. Clocks count
/// from when the machine was made.
///
/// The loop lets no instruction, and no iteration of a repeating one, begin at or after the clock at which a device is
/// [`due`](Self::due), and then lets it [`look`](Self::look). The defaults are those of a machine without such devices.
pub trait Host {
    /// Carries out one instruction of a processor that is connected to this; see [`Cpu::step`].
    fn step(&mut self, cpu: &mut Cpu) -> Step;

    /// Carries out many; see [`Cpu::run`]. The run must end, as by [`Bus::ends_run`](crate::bus::Bus::ends_run), where
    /// the program has written to a port. By default there is no such run, and the loop goes step by step.
    fn run(&mut self, cpu: &mut Cpu, until: &Until) -> Option<Run> {
        let _ = (cpu, until);
        None
    }

    /// The same, up to a jump to a place where an engine goes on; see [`Cpu::run_to_place`]. By default it goes further.
    fn run_to_place(&mut self, cpu: &mut Cpu, until: &Until, places: &Places<'_>) -> Option<Run> {
        let _ = places;
        self.run(cpu, until)
    }

    /// The memory, if an engine can run the program in it. By default it cannot.
    fn banked(&mut self) -> Option<&mut dyn Banked> {
        None
    }

    /// The offsets at which code may run. By default, all.
    fn code_range(&self) -> Range<u32> {
        0..0x1_0000
    }

    /// Returns true if the program does nothing but look for a character that does not come. By default it never does.
    fn waits_for_input(&self) -> bool {
        false
    }

    /// The characters that the program has sent and nobody has taken yet, for a run that ends behind a line feed. By
    /// default there are none.
    fn output(&self) -> &[u8] {
        &[]
    }

    /// Returns the clock at which [`look`](Self::look) has something to do: 0 for at once, `u64::MAX` for never. It may
    /// change whenever the program has written to a port, and at each look.
    fn due(&self) -> u64 {
        u64::MAX
    }

    /// Does what is due, at the end of an instruction or of an iteration: requests interrupts, and takes requests back.
    /// Afterwards the device is due later than at these clocks.
    fn look(&mut self, clocks: u64, cpu: &mut Cpu) {
        let _ = (clocks, cpu);
    }

    /// The interrupts that can be requested without the program's doing. A processor that has halted goes on where it
    /// accepts one of them.
    fn awaited(&self) -> Interrupts {
        Interrupts::NONE
    }
}

/// Memory that a segment is mapped to.
pub type Bank = [u8; 0x1_0000];

/// Bytes of a word: what is watched at once.
pub const WORD: usize = 2;

/// A mark for each word of a bank, in the order of their addresses. Engines store into a word that has 0 here; stores into any
/// other they leave to [`Host::step`].
pub type Marks = [u8; 0x1_0000 / WORD];

/// The number of the word that an offset lies in.
#[must_use]
#[inline(always)]
pub const fn word_of(offset: u16) -> usize {
    offset as usize / WORD
}

/// The program that a machine runs, as far as an engine may keep code for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Code<'a> {
    /// Program memory that seldom changes: machines with the same one share their code.
    Fixed {
        /// A number that only memories with the same program have, of all machines.
        version: u64,
        /// Its bytes.
        bytes: &'a Bank,
        /// The offsets at which code may run.
        loaded: Range<u32>,
    },
    /// Memory that the program may write to. The engine says which words it has code of.
    Watched,
}

/// The memory of a machine, in banks, as engines see it. Devices are at ports alone; an access to memory has no other
/// effect, and takes the same clocks everywhere.
pub trait Banked: Host + Debug {
    /// The banks.
    fn banks(&self) -> &[Bank];

    /// The banks to run on, and the marks of each.
    fn banks_and_marks(&mut self) -> (&mut [Bank], &[Marks]);

    /// The bank that an access to a segment, 0 to 127, goes to: always the same one. The first words of instructions
    /// are in the same banks as their further words.
    fn bank(&self, status: Status, segment: u8) -> usize;

    /// Returns true if code may run at an address.
    fn may_run(&self, at: Location) -> bool;

    /// The program.
    fn code(&self) -> Code<'_>;

    /// Stops watching all words.
    fn unwatch(&mut self) {}

    /// Begins to watch a word, of which the engine has code: stores there are noted.
    fn watch(&mut self, bank: usize, word: usize) {
        let _ = (bank, word);
    }

    /// Takes the watched words, each with its bank, that have changed since this was last called. They are not watched
    /// any more.
    fn changed(&mut self) -> Vec<(usize, usize)> {
        Vec::new()
    }
}
