//! Ctrl-C: long work ends after what it is doing, and what is finished is kept.

use std::io::{Write, stderr};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// Exit status of a command that was interrupted.
pub const STATUS: u8 = 130;

/// Whether the user has asked to stop.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens to Ctrl-C from now on; a second one ends the process at once.
    ///
    /// # Errors
    ///
    /// The system does not allow it, or something else listens already.
    pub fn listen() -> Result<Self> {
        let interrupt = Self::default();
        let flag = Arc::clone(&interrupt.0);
        on_ctrl_c(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(STATUS.into());
            }
        })?;
        Ok(interrupt)
    }

    /// Whether Ctrl-C has been pressed.
    #[must_use]
    pub fn requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl AsRef<AtomicBool> for Interrupt {
    fn as_ref(&self) -> &AtomicBool {
        &self.0
    }
}

/// Calls something, on a thread of its own, whenever Ctrl-C is pressed.
///
/// # Errors
///
/// The system does not allow it, or something else listens already.
pub fn on_ctrl_c(handler: impl FnMut() + Send + 'static) -> Result<()> {
    ctrlc::set_handler(handler).context("cannot listen to Ctrl-C")
}

/// Says how many positions are missing, and gives the exit status for it; none if all are there.
#[must_use]
pub fn missing(done: usize, all: usize) -> Option<ExitCode> {
    missing_of("positions", done, all)
}

/// The same for other things than positions: `games`, for example.
#[must_use]
pub fn missing_of(things: &str, done: usize, all: usize) -> Option<ExitCode> {
    if done == all {
        return None;
    }
    // Standard error may be closed.
    let _ = writeln!(
        stderr(),
        "bcp: interrupted: {} of {all} {things} are missing",
        all - done
    );
    Some(ExitCode::from(STATUS))
}
