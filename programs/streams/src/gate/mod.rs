//! The gate: the only module that opens files of the host. [`By`] says where a path comes from, and [`RULES`] what that
//! permits; [`inputs`] are the files that were read, and [`failures`] the writes that failed.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the lint sends everybody else here"
)]

mod aside;
mod changes;
mod known;
mod place;
mod read;
mod rules;
mod shared;
mod write;

pub use changes::{alone, make_executable, make_folder, remove, remove_output, rename, set_modified, set_read_only};
pub use known::{
    Named, check, check_input, check_writable, failed, failures, forget_outputs, input, inputs, is_output, is_same,
    name_input, note_input, note_output,
};
pub use place::{Found, folder, within};
pub use read::{
    STANDARD, bound, contents, is_standard, limited, megabytes, nearest, opened, part, regular, signal, to_end,
};
pub use rules::{Answer, By, HAZARDS, Hazard, RULES};
pub use shared::{Shared, append, continued};
pub use write::{make, replace};
