//! Tests of the formats and the linker: one binary, a module per subject.

mod formats;
mod lines;
mod link;
mod notation;
