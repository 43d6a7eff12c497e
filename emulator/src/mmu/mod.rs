//! The Z8010 memory management unit.
//!
//! It translates segment and offset to a 24-bit address, checks the limit and attributes of the segment, suppresses
//! accesses that are not allowed, and requests a segment trap. One unit has descriptors for 64 segments; systems have
//! several.
//!
//! This follows the product specification of the Z8010. Comments mark what the specification does not define.

mod commands;
mod descriptor;
mod unit;
mod violation;

pub use descriptor::{Attributes, Descriptor};
pub use unit::{Mode, SEGMENTS, Translation, Z8010};
pub use violation::Violations;
