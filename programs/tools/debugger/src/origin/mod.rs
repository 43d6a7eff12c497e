//! Where a value comes from: the instruction that wrote it, and what that instruction read.
//!
//! A replay of an interval records for each step which places it wrote; the step found is then replayed alone, to learn
//! its operands.

mod passed;
mod wanted;
mod written;

pub use passed::End;
pub(crate) use passed::{Observer, Passed, Source};
pub use wanted::Wanted;
pub(crate) use written::{Recorder, Written};
