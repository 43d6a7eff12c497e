//! Handles Ctrl-C and SIGTERM (with which a batch system ends a job): a long run ends after its current item and keeps
//! what is finished.

use std::process::ExitCode;

pub use cli::interrupt::{CTRL_C, Interrupt, on_end, status, take_back};

/// Reports how many items, such as `positions`, are missing, and returns the exit status; `None` if none are missing.
pub fn missing(things: &str, done: usize, all: usize) -> Option<ExitCode> {
    if done == all {
        return None;
    }
    cli::warn(format_args!(
        "interrupted: {} of {all} {things} are missing",
        all - done
    ));
    Some(ExitCode::from(status()))
}
