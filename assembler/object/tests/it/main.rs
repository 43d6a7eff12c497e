//! Tests of the formats and the linker: one binary, a module per subject.

mod formats;
mod link;
mod notation;
