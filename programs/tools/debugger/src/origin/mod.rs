//! Where a value comes from: the instruction that wrote it, and what that instruction read.
//!
//! A replay of an interval records for each step the places that it wrote. The step found is then replayed
//! individually, to determine its operands.

mod passed;
mod wanted;
mod written;

pub use passed::End;
pub(crate) use passed::{Observer, Passed, Source};
pub use wanted::Wanted;
pub(crate) use written::{Recorder, Written};
