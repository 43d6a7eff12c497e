//! The terminal view on small programs.

mod commands;
mod looks;
mod scenes;
