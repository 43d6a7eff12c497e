//! The operations of the instructions, one file per family.
//!
//! An operation is a method of [`Execution`](super::execution::Execution), generic over the operand size and the verbs
//! it uses. A row of the instruction table names it and gives it operands (by number), flags and clocks. If its clocks
//! depend on the path that it took, the operation returns that path.
//!
//! Frequently used operations are written in terms of [`Verbs`](super::verbs::Verbs), so that they can be translated.
//! The others work directly on a processor and a bus, and are always executed by the interpreter.

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

/// Types, other than operations and operand sizes, that the rows name.
pub(crate) use {
    arithmetic::{Adc, Add, Negate, Sbc, Sub},
    bits::{Reset, Set, TestAndSet},
    block::{Compare, Input, Move, Output, Scan, ScanLate, Search, SpecialInput, SpecialOutput, Translate},
    io::{Special, Standard},
    logic::{And, Complement, Or, Xor},
    rotate::{Arithmetic, Left, LeftThroughCarry, Logical, Right, RightThroughCarry},
};
