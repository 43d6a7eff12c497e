//! The instruction set, as one table.

mod form;
mod operand;

pub use form::{Clocks, FlagSet, Form, Formula};
pub use operand::{Address, Kind, Operand, Value};
