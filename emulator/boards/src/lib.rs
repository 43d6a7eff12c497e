//! Machines from a description: a processor, a memory map, devices.
//!
//! [`Description`] is the text file, checked; [`Machine`] is the machine that it describes, which runs.
#![doc = include_str!("../README.md")]

mod alone;
mod banks;
mod core;
mod debug;
mod description;
mod device;
mod error;
mod image;
mod load;
mod machine;
mod reach;
mod save;
mod world;

pub use alone::Alone;
pub use banks::Banks;
pub use debug::Lines;
pub use description::{Description, Processor, Start};
pub use error::Error;
pub use image::{Part, Space};
pub use machine::{Ended, Machine};
pub use reach::Reach;
