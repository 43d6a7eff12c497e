//! The operations of the instructions, one file per family.
//!
//! An operation is a method of [`Execution`](super::execution::Execution), generic over operand size and over what it
//! computes with. A row of the instruction table names it, and hands it operands (by number), flags and clocks. It
//! returns the course that it took where its clocks depend on that.
//!
//! Operations that programs use a lot are written in [`Verbs`](super::verbs::Verbs), so that they can be translated.
//! The others work on a processor and a bus directly, and are always carried out by the interpreter.

mod arithmetic;
mod bits;
mod block;
mod control;
mod extended;
mod io;
mod load;
mod logic;
mod multi_micro;
mod rotate;

/// The other types that rows name, besides operations and operand sizes.
pub(crate) use {
    arithmetic::{Adc, Add, Negate, Sbc, Sub},
    bits::{Reset, Set, TestAndSet},
    block::{Compare, Input, Move, Output, Scan, ScanLate, Search, SpecialInput, SpecialOutput, Translate},
    io::{Special, Standard},
    logic::{And, Complement, Or, Xor},
    rotate::{Arithmetic, Left, LeftThroughCarry, Logical, Right, RightThroughCarry},
};
