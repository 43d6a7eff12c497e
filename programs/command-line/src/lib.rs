//! What both commands offer besides their work.
//!
//! * [`parse`] reads the arguments of a process; `--version` says what it was built from.
//! * [`completions`] prints what makes a shell complete a command's arguments.
//! * [`man`] writes the manual pages.

mod completions;
mod man;
mod version;

pub use completions::{Completions, completions};
pub use man::{Man, man};
pub use version::parse;
