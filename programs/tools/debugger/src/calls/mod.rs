//! The calls and exceptions that have not returned, which show how the program got to where it is.
//!
//! `Calls` follows a run: a call, a trap, an interrupt or a system call opens a frame, and a stack pointer that rises
//! above the frame closes it. If a run is too long to be followed from its start, `read` reconstructs the frames from
//! the stack's contents.

mod entry;
mod follow;
mod read;
mod stacks;

pub(crate) use entry::stack;
pub use entry::{Class, Exception, Interruption, Taken};
pub(crate) use follow::{Calls, Change};
pub(crate) use read::read;
pub(crate) use stacks::{Frame, Level};
