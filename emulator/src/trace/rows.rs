//! Maps each row of the instruction table to the function that records it.

use super::recorder::Recorder;
use crate::cpu::ops::*;
use crate::cpu::{Byte, Course, Execution, Long, Row, Word};
use crate::isa::form::form;
use crate::isa::table::instructions;
use crate::isa::{FORM_COUNT, Form};

/// Records an instruction whose first word (and second, if the pattern has two) was fetched. Returns its clocks.
pub(super) type Write = for<'a, 'r> fn(&'a mut Recorder<'r>, word: u16) -> u32;

/// Generates the table of functions from the rows.
macro_rules! functions {
    (; $($summary:literal: $($name:ident),+; $($operation:ident $operands:literal $bits:literal $clocks:literal
        $flags:literal $($right:ident)? => $function:ident $(<$($parameter:ty),+>)?;)+)+) => {
        /// The recording functions of all forms, parallel to [`FORMS`](crate::isa::FORMS).
        pub(super) static WRITE: [Write; FORM_COUNT] = [$($({
            struct This;
            impl Row for This {
                const FORM: Form = form!($operation $operands $bits $clocks $flags $($right)?);
            }
            |recorder, word| {
                write(recorder, word, Execution::<&mut Recorder<'_>, This>::$function$(::<$($parameter),+>)?)
            }
        }),+),+];
    };
}

instructions!(functions);

fn write<'a, 'r, R: Row, C: Into<Course>>(
    recorder: &'a mut Recorder<'r>,
    word: u16,
    operation: impl FnOnce(&mut Execution<&'a mut Recorder<'r>, R>) -> C,
) -> u32 {
    let mut execution = Execution::new(recorder, word);
    let course = operation(&mut execution).into();
    execution.clocks(course)
}

/// Operations that work directly on a processor and a bus, which only the interpreter can execute.
macro_rules! left_to_the_interpreter {
    ($($name:ident $(<$($parameter:ident),+>)?)+) => {
        impl<R: Row> Execution<&mut Recorder<'_>, R> {
            // The type parameters must match those of the operation.
            $(#[allow(clippy::extra_unused_type_parameters)]
            fn $name$(<$($parameter),+>)?(&mut self) {
                self.on.refused = true;
            })+
        }
    };
}

left_to_the_interpreter! {
    decimal_adjust<S>
    extend_sign_long
    multiply_long
    divide
    divide_long
    shift_by_register<S, O>
    once<S, I>
    repeat<S, I>
    input<S, P>
    output<S, P>
    enable_interrupts
    disable_interrupts
    halt
    return_from_interrupt
    load_program_status
    store_control
    load_control
    store_flags
    load_flags
    multi_micro_set
    multi_micro_reset
    multi_micro_test
    multi_micro_request
    unit_memory
    unit_registers
    unit_flags
    unit_internal
}
