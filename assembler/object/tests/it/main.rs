//! Tests of the formats and the linker: one binary, a module per subject.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

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
