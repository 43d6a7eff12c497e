//! Machines from a description: a processor, a memory map, devices.
//!
//! [`Description`] is the text file, checked; [`Machine`] is what it describes, which runs. The keys are in
//! `docs/reference/machine.md`.

mod banks;
mod core;
mod debug;
mod description;
mod device;
mod error;
mod load;
mod machine;
mod save;
mod world;

pub use banks::Banks;
pub use debug::Lines;
pub use description::{Description, Processor, Start};
pub use error::Error;
pub use load::{Part, Space};
pub use machine::{Ended, Machine};
