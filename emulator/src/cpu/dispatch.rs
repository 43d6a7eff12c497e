//! From a row of the instruction table to the function that carries it out.
//!
//! Each row has a function of its own, so that a step neither decodes operands nor asks for flags or clocks.

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

/// Carries out an instruction whose first word (and second, where the pattern has two) was fetched. It takes PC behind
/// what was fetched, and returns where PC then is: so PC goes from step to step in a register of the host, and no step
/// waits for the last one's PC to come back from memory.
pub(super) type Run<B> = fn(&mut Cpu, &mut B, word: u16, pc: u16) -> Ran;

/// What an instruction did.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ran {
    pub(super) clocks: u32,
    pub(super) pc: u16,
}

/// The functions of all forms for a kind of bus, parallel to [`FORMS`](crate::isa::FORMS).
///
/// Making them keeps the compiler busy for a while, in each crate that calls [`Cpu::step`]. A bus that many crates use
/// is better served by one static, `static FUNCTIONS: Functions<Memory> = Functions::ALL;`, for [`Cpu::step_with`].
pub struct Functions<B>([Run<B>; FORM_COUNT]);

impl<B> Functions<B> {
    /// The function of a form, by its index; none for what is not the index of a form.
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> Option<Run<B>> {
        self.0.get(index).copied()
    }
}

/// Makes the rows a list of functions.
macro_rules! functions {
    (; $($summary:literal: $($name:ident),+; $($operation:ident $operands:literal $bits:literal $clocks:literal
        $flags:literal $($right:ident)? => $function:ident $(<$($parameter:ty),+>)?;)+)+) => {
        impl<B: Bus> Functions<B> {
            /// The functions for a kind of bus.
            pub const ALL: Self = Self([$($({
                struct This;
                impl Row for This {
                    const FORM: Form = form!($operation $operands $bits $clocks $flags $($right)?);
                }
                |cpu, bus, word, pc| run(cpu, bus, word, pc, Execution::<Direct<'_, B>, This>::$function$(::<$($parameter),+>)?)
            }),+),+]);
        }
    };
}

instructions!(functions);

#[inline(always)]
fn run<'a, B: Bus, R: Row, C: Into<Course>>(
    cpu: &'a mut Cpu,
    bus: &'a mut B,
    word: u16,
    pc: u16,
    operation: impl FnOnce(&mut Execution<Direct<'a, B>, R>) -> C,
) -> Ran {
    cpu.pc = pc;
    let mut execution = Execution::new(Direct::new(cpu, bus), word);
    let course = operation(&mut execution).into();
    Ran {
        clocks: execution.clocks(course),
        pc: execution.on.cpu.pc,
    }
}
