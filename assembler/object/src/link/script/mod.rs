//! Linker scripts in the language of GNU ld: where the sections of the files are placed.
//!
//! `docs/reference/linker.md` says which part of the language is supported. Anything else is reported as an error by
//! name.

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
