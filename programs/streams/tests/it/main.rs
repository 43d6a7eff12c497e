//! The tests of the crate's public interface, in one binary.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod files;
mod inputs;
mod messages;
mod rules;
mod text;
