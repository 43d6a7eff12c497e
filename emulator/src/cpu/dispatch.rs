//! Maps each row of the instruction table to the function that executes it.
//!
//! Each row has its own function, so that a step does not decode operands or look up flags and clocks.

use super::Cpu;
use super::direct::Direct;
use super::execution::{Execution, Row};
use super::ops::*;
use super::size::{Byte, Long, Word};
use super::timing::Course;
use crate::bus::Bus;
use crate::isa::form::form;
use crate::isa::table::instructions;
use crate::isa::{FORM_COUNT, Form};

/// The result of an instruction: its clocks, and the PC after it. Most hosts return the two numbers in two registers.
/// WebAssembly would return them through memory, and each instruction would wait for the previous PC; there, they are
/// packed into one number.
#[cfg(not(target_family = "wasm"))]
#[derive(Debug, Clone, Copy)]
pub(super) struct InstructionResult(u32, u16);

#[cfg(not(target_family = "wasm"))]
impl InstructionResult {
    #[inline(always)]
    pub(super) const fn new(clocks: u32, pc: u16) -> Self {
        Self(clocks, pc)
    }

    #[inline(always)]
    pub(super) const fn clocks(self) -> u32 {
        self.0
    }

    #[inline(always)]
    pub(super) const fn pc(self) -> u16 {
        self.1
    }
}

/// The same result in one number: the clocks are in the bits above PC.
#[cfg(target_family = "wasm")]
#[derive(Debug, Clone, Copy)]
pub(super) struct InstructionResult(u64);

#[cfg(target_family = "wasm")]
impl InstructionResult {
    #[inline(always)]
    pub(super) const fn new(clocks: u32, pc: u16) -> Self {
        Self((clocks as u64) << 32 | pc as u64)
    }

    #[inline(always)]
    pub(super) const fn clocks(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[inline(always)]
    pub(super) const fn pc(self) -> u16 {
        self.0 as u16
    }
}

/// Executes an instruction whose first word (and second, if the pattern has two) has been fetched. It receives the PC
/// after these words and returns the new PC. PC thus stays in a host register from step to step, and no step waits for
/// memory.
pub(super) type Run<B> = fn(&mut Cpu, &mut B, word: u16, pc: u16) -> InstructionResult;

/// The functions that execute all instruction forms on one type of bus, parallel to [`FORMS`](crate::isa::FORMS).
///
/// [`Cpu::run`] and [`Cpu::step`] accept any bus as `&mut dyn Bus`: their functions are compiled once, with this crate,
/// and each memory access is a virtual call. That suits most hosts. A host that must be fast can have functions
/// generated for its own bus: the accesses are then inlined, and programs run more than twice as fast. Compiling these
/// functions takes some seconds, so there should be a single static for them, used by [`Cpu::run_with`] and
/// [`Cpu::step_with`]:
///
/// ```
/// use z8000::bus::{Bus, Location, Status};
/// use z8000::cpu::{Cpu, End, Functions, Model, Until};
///
/// struct Memory([u8; 0x1_0000]);
///
/// impl Bus for Memory {
///     fn read_byte(&mut self, _: Status, at: Location) -> u8 {
///         self.0[usize::from(at.offset())]
///     }
///     fn write_byte(&mut self, _: Status, at: Location, value: u8) {
///         self.0[usize::from(at.offset())] = value;
///     }
/// }
///
/// static FUNCTIONS: Functions<Memory> = Functions::ALL;
///
/// let mut memory = Memory([0; 0x1_0000]);
/// memory.0[2..8].copy_from_slice(&[0x40, 0, 0, 6, 0x7A, 0]); // FCW, PC; HALT
/// let mut cpu = Cpu::new(Model::Z8002);
/// cpu.reset(&mut memory);
/// assert_eq!(cpu.run_with(&mut memory, &Until::default(), &FUNCTIONS).end, End::Halted);
/// ```
pub struct Functions<B: ?Sized> {
    run: [Run<B>; FORM_COUNT],
    /// True if a run asks the bus for wait states after each instruction.
    pub(super) waits: bool,
}

impl<B: ?Sized> Functions<B> {
    /// Returns the function of the form with this index; `None` if the index is out of range.
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> Option<Run<B>> {
        self.run.get(index).copied()
    }
}

/// Generates the table of functions from the rows.
macro_rules! functions {
    (; $($summary:literal: $($name:ident),+; $($operation:ident $operands:literal $bits:literal $clocks:literal
        $flags:literal $($right:ident)? => $function:ident $(<$($parameter:ty),+>)?;)+)+) => {
        impl<B: Bus + ?Sized> Functions<B> {
            /// The functions for this type of bus, which is queried for its wait states after each instruction.
            pub const ALL: Self = Self { waits: true, run: [$($({
                struct This;
                impl Row for This {
                    const FORM: Form = form!($operation $operands $bits $clocks $flags $($right)?);
                }
                |cpu, bus, word, pc| run(cpu, bus, word, pc, Execution::<Direct<'_, B>, This>::$function$(::<$($parameter),+>)?)
            }),+),+] };

            /// The same functions for a bus without wait states, which is not queried for them.
            pub const WITHOUT_WAITS: Self = Self { waits: false, ..Self::ALL };
        }
    };
}

instructions!(functions);

/// Lists for each row whether it is a repeating instruction.
macro_rules! repeats {
    (; $($summary:literal: $($name:ident),+; $($operation:ident $operands:literal $bits:literal $clocks:literal
        $flags:literal $($right:ident)? => $function:ident $(<$($parameter:ty),+>)?;)+)+) => {
        /// True for the repeating forms; parallel to [`FORMS`](crate::isa::FORMS).
        pub(super) static REPEATS: [bool; FORM_COUNT] =
            [$($(matches!(stringify!($function).as_bytes(), b"repeat")),+),+];
    };
}

instructions!(repeats);

#[inline(always)]
fn run<'a, B: Bus + ?Sized, R: Row, C: Into<Course>>(
    cpu: &'a mut Cpu,
    bus: &'a mut B,
    word: u16,
    pc: u16,
    operation: impl FnOnce(&mut Execution<Direct<'a, B>, R>) -> C,
) -> InstructionResult {
    cpu.pc = pc;
    let mut execution = Execution::new(Direct::new(cpu, bus), word);
    let course = operation(&mut execution).into();
    InstructionResult::new(execution.clocks(course), execution.on.cpu.pc)
}
