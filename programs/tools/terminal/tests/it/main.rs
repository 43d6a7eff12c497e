//! The terminal view on small programs.

mod commands;
mod keys;
mod looks;
mod scenes;
