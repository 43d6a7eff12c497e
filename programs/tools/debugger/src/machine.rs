//! The debugged machine, its addresses, and its connections.

pub use z8000::machine::{Address, Fault, Look, Machine, Outside, World};
