//! Macros: their parameters, their arguments, and their substitution.

mod arguments;
mod definition;
mod scrub;
mod substitution;

pub(crate) use arguments::{Calculate, characters, list};
pub(crate) use definition::Macro;
pub(crate) use scrub::scrubbed;
pub(crate) use substitution::Values;
