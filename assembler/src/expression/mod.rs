//! The one expression language: numbers, brackets and operators, which rank and calculate as in GNU as.
//!
//! Other operands are for the user of the parser to say ([`Leaves`]): symbols and local labels in a
//! source, registers and memory in the debugger.

mod operator;
mod parser;
mod tree;

pub use operator::{ArithmeticError, Binary, Unary};
pub use parser::{Leaves, Parser};
pub use tree::{Expression, Node};
