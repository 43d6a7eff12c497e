//! Linker scripts in the language of GNU ld, which determine where sections are placed.
//!
//! `docs/reference/linker.md` lists the supported part of the language. Everything else is an error that names the
//! unsupported part.

mod cursor;
mod expression;
mod model;
mod parse;
mod pattern;
mod source;

pub(crate) use cursor::DISCARD;
pub(crate) use expression::Expression;
pub(crate) use model::{Assignment, Command, Content, Fill, Input, Key, Load, OnlyIf, Output, Statement};
pub use model::{Script, ScriptInput};
pub use pattern::Pattern;
pub(crate) use source::Places;
pub use source::ScriptError;
