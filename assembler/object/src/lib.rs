//! Objects, archives and linked programs of the Z8001 and Z8002.
//!
//! Every format is read into an [`Object`] and written from one.

pub mod archive;
mod bytes;
pub mod coff;
mod edit;
#[doc(hidden)]
pub mod expression;
mod field;
pub mod file;
pub mod image;
mod lines;
pub mod link;
mod model;
pub mod number;
#[doc(hidden)]
pub mod text;
pub mod xout;

pub use bytes::FormatError;
pub use lines::{LineMap, Lines, MapExpansion, MapLine, MapPlace, MapSection, MapSymbol, Packer};
pub use model::{Binding, Field, Kind, Object, Processor, Relocation, Section, Symbol, Target, Value, is_stack};

// The example in README, which visitors see first.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
