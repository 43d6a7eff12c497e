//! The command as a user sees it.

mod commands;
mod common;
mod debug;
mod lab;
mod page;
mod profile;
mod report;
mod runs;
