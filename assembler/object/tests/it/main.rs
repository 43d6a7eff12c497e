//! Tests of the formats and the linker: one binary, a module per subject.

mod fields;
mod formats;
mod lines;
mod link;
mod notation;
mod scripts;
