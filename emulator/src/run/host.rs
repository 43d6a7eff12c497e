//! The interfaces to a machine: its devices, its memory, and how it executes instructions.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::Range;

use crate::bus::{Location, Status};
use crate::cpu::{Cpu, Interrupts, Places, Run, Step, Until};

/// A machine without its processor, as used by the loop: with devices that depend on the clock, such as timers. Clocks
/// are counted from the creation of the machine.
///
/// The loop begins no instruction, and no iteration of a repeating one, at or after the clock at which a device is
/// [`due`](Self::due); it then calls [`look`](Self::look). The defaults are for a machine without such devices.
pub trait Host {
    /// Executes one instruction of a processor connected to this host; see [`Cpu::step`].
    fn step(&mut self, cpu: &mut Cpu) -> Step;

    /// Executes many instructions; see [`Cpu::run`]. The run must end, as by
    /// [`Bus::ends_run`](crate::bus::Bus::ends_run), when the program has written to a port. By default there is no
    /// such run, and the loop proceeds step by step.
    fn run(&mut self, cpu: &mut Cpu, until: &Until) -> Option<Run> {
        let _ = (cpu, until);
        None
    }

    /// The same, but stops at a jump to a place where an engine continues; see [`Cpu::run_to_place`]. By default it
    /// does not stop there.
    fn run_to_place(&mut self, cpu: &mut Cpu, until: &Until, places: &Places<'_>) -> Option<Run> {
        let _ = places;
        self.run(cpu, until)
    }

    /// The memory, if an engine can run the program in it. By default it cannot.
    fn banked(&mut self) -> Option<&mut dyn Banked> {
        None
    }

    /// The offsets at which code may run. Default: all.
    fn code_range(&self) -> Range<u32> {
        0..0x1_0000
    }

    /// Returns true if the program is only waiting for a character that does not arrive. Default: never.
    fn waits_for_input(&self) -> bool {
        false
    }

    /// The characters that the program has sent and that were not taken yet, for a run that ends after a line feed.
    /// Default: none.
    fn output(&self) -> &[u8] {
        &[]
    }

    /// Returns the clock at which [`look`](Self::look) has something to do: 0 for immediately, `u64::MAX` for never. It
    /// may change whenever the program has written to a port, and at each call of `look`.
    fn due(&self) -> u64 {
        u64::MAX
    }

    /// Does what is due, at the end of an instruction or of an iteration: requests and withdraws interrupts. Afterwards
    /// the device must be due later than `clocks`.
    fn look(&mut self, clocks: u64, cpu: &mut Cpu) {
        let _ = (clocks, cpu);
    }

    /// The interrupts that can be requested without any action by the program. A halted processor waits if it accepts
    /// one of them.
    fn awaited(&self) -> Interrupts {
        Interrupts::NONE
    }
}

/// Memory to which a segment is mapped.
pub type Bank = [u8; 0x1_0000];

/// Bytes per word, the unit of watching.
pub const WORD: usize = 2;

/// A mark for each word of a bank, in the order of addresses. Engines store directly to words marked 0; stores to
/// others they leave to [`Host::step`].
pub type Marks = [u8; 0x1_0000 / WORD];

/// The index of the word that contains an offset.
#[must_use]
#[inline(always)]
pub const fn word_of(offset: u16) -> usize {
    offset as usize / WORD
}

/// The program that a machine runs, as far as an engine may keep code for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Code<'a> {
    /// Program memory that seldom changes: machines with the same program share their code.
    Fixed {
        /// A number shared only by memories with the same program, among all machines.
        version: u64,
        /// Its bytes.
        bytes: &'a Bank,
        /// The offsets at which code may run.
        loaded: Range<u32>,
    },
    /// Memory that the program may write. The engine registers the words for which it has code.
    Watched,
}

/// The memory of a machine, in banks, as engines see it. Devices are only at ports; a memory access has no side effects
/// and always takes the same number of clocks.
pub trait Banked: Host + Debug {
    /// The banks.
    fn banks(&self) -> &[Bank];

    /// The banks for execution, and their marks.
    fn banks_and_marks(&mut self) -> (&mut [Bank], &[Marks]);

    /// The bank for accesses to a segment, 0 to 127, which never changes. The first words of instructions are in the
    /// same banks as their further words.
    fn bank(&self, status: Status, segment: u8) -> usize;

    /// Returns true if code may run at an address.
    fn may_run(&self, at: Location) -> bool;

    /// The program, as far as an engine may keep code for it.
    fn code(&self) -> Code<'_>;

    /// Stops watching all words.
    fn unwatch(&mut self) {}

    /// Begins to watch a word for which the engine has code: stores to it are recorded.
    fn watch(&mut self, bank: usize, word: usize) {
        let _ = (bank, word);
    }

    /// Takes the watched words, each with its bank, that have changed since the last call. They are no longer watched.
    fn changed(&mut self) -> Vec<(usize, usize)> {
        Vec::new()
    }
}
