//! The program being debugged: its image, its symbols, and its source lines.

mod extent;
mod finder;
mod flow;
mod image;
mod load;
mod locate;
mod routines;
mod text;
mod vectors;

pub use extent::{Datum, Unit};
pub(crate) use finder::sub_name;
pub use flow::Flow;
pub(crate) use flow::{instruction, target as call_target, words};
pub use image::{Program, SourceFile, Symbol, SymbolSection};
pub use load::{LoadError, guard_data};
pub use locate::{LocateError, SourceLine};
pub use routines::{Routine, Routines};
pub use text::Disassembled;
