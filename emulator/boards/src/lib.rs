//! Machines built from a description of a processor, a memory map and devices.
//!
//! [`Description`] is the validated description; [`Machine`] is the running machine.
#![doc = include_str!("../README.md")]

mod alone;
mod attach;
mod banks;
mod checks;
mod come;
mod core;
mod debug;
mod description;
mod device;
mod error;
mod files;
mod image;
mod listening;
mod load;
mod machine;
mod paging;
mod physical;
mod polled;
mod program;
mod ram;
mod reach;
mod registers;
mod save;
mod units;
mod world;

pub use alone::Alone;
pub use banks::Banks;
pub use come::Come;
pub use debug::{Lines, Watching};
pub use description::{BUILT_IN, Description, Processor, Start};
pub use device::{At, Channel, Device};
pub use error::Error;
pub use files::{Files, Plain};
pub use machine::{Machine, MachineEnd};
pub use physical::Physical;
pub use program::{Program, Section};
pub use reach::Reach;
pub use world::World;
