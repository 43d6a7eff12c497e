//! Linker scripts in the language of GNU ld: which sections of which files go where.
//!
//! `docs/reference/linker.md` says what of the language is understood. The rest is an error that names it.

mod cursor;
mod error;
mod expression;
mod model;
mod parse;
mod pattern;

pub use error::ScriptError;
pub(crate) use expression::{Expression, Function, Operator};
pub use model::Script;
pub(crate) use model::{Assignment, Command, Content, DISCARD, Input, Output, Statement};
pub use pattern::Pattern;
