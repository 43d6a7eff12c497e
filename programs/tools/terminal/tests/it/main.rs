//! The terminal view on small programs.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod commands;
mod keys;
mod looks;
mod scenes;
