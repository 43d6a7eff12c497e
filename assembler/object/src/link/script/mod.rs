//! Linker scripts in the language of GNU ld: the places for the sections of the files.
//!
//! `docs/reference/linker.md` says what of the language is understood. The rest is an error that names it.

mod cursor;
mod expression;
mod model;
mod parse;
mod pattern;
mod source;

pub(crate) use cursor::DISCARD;
pub(crate) use expression::Expression;
pub(crate) use model::{Assignment, Command, Content, Input, Key, Load, OnlyIf, Output, Statement};
pub use model::{Script, ScriptInput};
pub use pattern::Pattern;
pub(crate) use source::Places;
pub use source::ScriptError;
