//! Tests of the host: programs that make calls, and what they find.

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
