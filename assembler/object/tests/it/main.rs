//! Tests of the formats and the linker: one binary, a module per subject.

mod archives;
mod fields;
mod formats;
mod headers;
mod images;
mod lines;
mod link;
mod notation;
mod objects;
mod scripts;
mod text;
