//! Ctrl-C, and SIGTERM, by which a batch system ends a job: long work ends after its present item, and what is finished
//! is kept.

use std::process::ExitCode;

pub use cli::interrupt::{CTRL_C, Interrupt, on_end, status};

/// Reports how many things, such as `positions`, are missing, and gives the exit status; `None` if all are present.
#[must_use]
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
