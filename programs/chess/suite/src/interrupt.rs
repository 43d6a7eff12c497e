//! Ctrl-C, and SIGTERM, by which a batch system ends a job: long work ends after what it is doing, and what is finished
//! is kept.

use std::process::ExitCode;

pub use cli::interrupt::{Interrupt, STATUS, on_ctrl_c};

/// Says how many things, such as `positions`, are missing, and gives the exit status for it; none if all are there.
#[must_use]
pub fn missing(things: &str, done: usize, all: usize) -> Option<ExitCode> {
    if done == all {
        return None;
    }
    cli::tell(format_args!(
        "bcp: interrupted: {} of {all} {things} are missing",
        all - done
    ));
    Some(ExitCode::from(STATUS))
}
