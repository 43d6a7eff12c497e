//! Machines from a description: a processor, a memory map, devices.
//!
//! [`Description`] is the text file, checked; [`Machine`] is what it describes, which runs. The keys are in
//! `docs/reference/machine.md`.

mod banks;
mod description;
mod device;
mod error;
mod machine;
mod world;

pub use banks::Banks;
pub use description::{Description, Processor, Start};
pub use error::Error;
pub use machine::{Ended, Machine, Part, Space};
