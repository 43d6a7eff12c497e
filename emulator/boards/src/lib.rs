//! Machines built from a description of a processor, a memory map and devices.
//!
//! [`Description`] is the validated description; [`Connected`] is the running machine with its connections.
#![doc = include_str!("../README.md")]

mod attach;
mod checks;
mod come;
mod connected;
mod connection;
mod description;
mod device;
mod error;
mod files;
mod image;
mod load;
mod program;
mod reach;
mod script;

pub use come::Come;
pub use connected::{Connected, Lines};
pub use description::{BOARD, BUILT_IN, Description, Start};
pub use error::Error;
pub use files::{Files, Plain};
pub use program::{Program, Section};
pub use reach::Reach;
