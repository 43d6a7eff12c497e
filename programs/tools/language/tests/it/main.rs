//! Tests of the whole crate.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod answers;
mod editor;
mod extension;
#[path = "../../examples/grammar/grammar.rs"]
mod grammar;
mod linked;
mod server;
mod sources;
mod texts;
