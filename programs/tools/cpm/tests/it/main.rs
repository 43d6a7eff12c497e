//! Tests of the host: programs that make calls, and the results that they get.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod bios;
mod calls;
mod console;
mod cpmtools;
mod debugged;
mod described;
mod documented;
mod files;
mod folders;
mod images;
mod loading;
mod names;
mod programs;
mod trouble;
