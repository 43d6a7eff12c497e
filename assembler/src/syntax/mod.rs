//! Dialects: a source for another assembler is converted to the dialect of GNU as, which the rest of the crate reads.
//!
//! A dialect has rules for its tokens (`scan`), a grammar for its expressions (`expression`), and a file that converts
//! its statements (with `writer`). Every part of the output records its origin, so that errors refer to the original
//! source. [`convert`](crate::convert) shows the result.

pub(crate) mod asl;
mod asz8k;
mod dialect;
pub(crate) mod expression;
mod name;
mod plz;
pub(crate) mod scan;
mod unit;
pub(crate) mod writer;

pub(crate) use dialect::{Dialect, Lines};
pub(crate) use name::Rewrite;
pub use name::Syntax;
