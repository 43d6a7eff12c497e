//! The instruction set as a table.
//!
//! A row of [`FORMS`] is the only description of an instruction form. [`decode`], [`Form::encode`] and the text of an
//! [`Instruction`] are derived from it, as are the clocks that the processor counts and the instruction reference.

mod address;
mod clocks;
mod codec;
mod decode;
mod disassemble;
mod effects;
mod encode;
mod flags;
mod flow;
pub(crate) mod form;
mod forms;
mod kind;
mod lookup;
pub mod names;
pub(crate) mod operand;
mod operation;
mod pattern;
pub(crate) mod table;

pub use address::{Address, Mode};
pub use clocks::{Clocks, Formula};
pub use codec::Reason;
pub use decode::{DecodeError, Executed, Instruction, decode, decode_as_executed};
pub use disassemble::{NamedInstruction, Names, References, Referring, Use, disassemble};
pub use effects::{Effects, Places};
pub use encode::{EncodeError, Words};
pub use flags::FlagSet;
pub use form::Form;
pub use forms::{FORM_COUNT, FORMS, SHORTEST_CLOCKS, forms_of};
pub use kind::{Content, Kind, Number, Part, Place, Reach, Registers, Value};
pub use lookup::{BY_SECOND_WORD, UNDEFINED, form_index, form_index_table};
pub use operand::Operand;
pub use operation::Operation;
pub use pattern::{Field, Pattern};
