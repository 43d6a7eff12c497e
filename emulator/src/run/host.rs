//! The interfaces to a machine: its devices, its memory, and how it executes instructions.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::Range;

use crate::bus::{Location, Status};
use crate::cpu::{Cpu, Interrupts, Places, Run, Step, Until};

/// A machine without its processor, as used by the main loop. It may have devices that depend on the clock, such as
/// timers. Clocks are counted from the creation of the machine.
///
/// The loop begins no instruction, and no iteration of a repeating instruction, at or after the clock at which a device
/// is [`due`](Self::due); it then calls [`look`](Self::look). The defaults are for a machine without such devices.
pub trait Host {
    /// Executes one instruction of a processor connected to this host; see [`Cpu::step`].
    fn step(&mut self, cpu: &mut Cpu) -> Step;

    /// Executes many instructions; see [`Cpu::run`]. The run must end, as by
    /// [`Bus::ends_run`](crate::bus::Bus::ends_run), when the program has written to a port. Default: `None`, and the
    /// loop proceeds step by step.
    fn run(&mut self, cpu: &mut Cpu, until: &Until) -> Option<Run> {
        let _ = (cpu, until);
        None
    }

    /// Like [`run`](Self::run), but also stops at a jump to a place where an engine continues; see
    /// [`Cpu::run_to_place`]. By default, it does not stop there.
    fn run_to_place(&mut self, cpu: &mut Cpu, until: &Until, places: &Places<'_>) -> Option<Run> {
        let _ = places;
        self.run(cpu, until)
    }

    /// Returns the memory if an engine can run the program in it. Default: `None`.
    fn banked(&mut self) -> Option<&mut dyn Banked> {
        None
    }

    /// Returns the offsets around an address, in its segment, at which code may run; empty if none may run there.
    /// Default: all.
    fn code_range(&self, at: Location) -> Range<u32> {
        let _ = at;
        0..0x1_0000
    }

    /// Returns true if the program is only waiting for a character that does not arrive. Default: never.
    fn waits_for_input(&self) -> bool {
        false
    }

    /// Returns the characters that the program has sent and that were not yet taken, for a run that ends after a line
    /// feed. Default: none.
    fn output(&self) -> &[u8] {
        &[]
    }

    /// Returns the clock at which [`look`](Self::look) must be called: 0 for immediately, `u64::MAX` for never. It may
    /// change whenever the program has written to a port, and at each call of `look`.
    fn due(&self) -> u64 {
        u64::MAX
    }

    /// Performs the actions that are due, at the end of an instruction or of an iteration: requests and withdraws
    /// interrupts. Afterwards, the host must be due later than `clocks`.
    fn look(&mut self, clocks: u64, cpu: &mut Cpu) {
        let _ = (clocks, cpu);
    }

    /// Returns the interrupts that can be requested without any action by the program. A halted processor waits if it
    /// accepts one of them.
    fn awaited(&self) -> Interrupts {
        Interrupts::NONE
    }
}

/// A bank of memory, to which a segment is mapped.
pub type Bank = [u8; 0x1_0000];

/// Bytes per word, the unit in which memory is watched.
pub const WORD: usize = 2;

/// A mark for each word of a bank, in the order of addresses. Engines store directly to words whose mark is 0, and
/// leave stores to other words to [`Host::step`].
pub type Marks = [u8; 0x1_0000 / WORD];

/// Returns the index of the word that contains an offset.
#[inline(always)]
pub const fn word_of(offset: u16) -> usize {
    offset as usize / WORD
}

/// How an engine may keep native code for the program that a machine runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Code<'a> {
    /// Program memory that seldom changes. Machines with the same program share its native code.
    Fixed {
        /// A number that identifies the contents of program memory.
        version: u64,
        /// The bytes of the program memory's bank.
        bytes: &'a Bank,
        /// The executable addresses, as segment * 0x10000 + offset; `None` for all.
        guard: Option<&'a [Range<u32>]>,
    },
    /// Memory that the program may write. The engine registers the words for which it has code.
    Watched,
}

/// The memory of a machine, in banks, as engines see it. Devices are only at ports; a memory access has no side effects
/// and always takes the same number of clocks. The defaults are for [`Code::Fixed`].
pub trait Banked: Host + Debug {
    /// Returns the banks, in which a map finds the memory of each segment.
    fn banks(&self) -> &[Bank];

    /// Returns the banks, which execution may change, and their marks.
    fn banks_and_marks(&mut self) -> (&mut [Bank], &[Marks]);

    /// Returns the index of the bank for accesses to a segment, 0 to 127. It never changes. The first and the further
    /// words of an instruction must be in the same bank.
    fn bank(&self, status: Status, segment: u8) -> usize;

    /// Returns true if code may run at an address.
    fn may_run(&self, at: Location) -> bool;

    /// Returns how an engine may keep native code for the program.
    fn code(&self) -> Code<'_>;

    /// Stops watching all words.
    fn unwatch(&mut self) {}

    /// Begins to watch a word for which the engine has code: stores to it are recorded.
    fn watch(&mut self, bank: usize, word: usize) {
        let _ = (bank, word);
    }

    /// Returns the watched words, each with its bank, that have changed since the last call, and stops watching them.
    fn changed(&mut self) -> Vec<(usize, usize)> {
        Vec::new()
    }
}
