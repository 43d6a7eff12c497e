//! Ctrl-C, and SIGTERM, by which a batch system ends a job: long work ends after what it is doing, and what is finished
//! is kept.

use std::io::{Write, stderr};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// Exit status of a command that was interrupted.
pub const STATUS: u8 = 130;

/// The user's request to stop.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens to Ctrl-C from now on, and where there are signals to SIGTERM; a second one ends the process at once.
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
        listen_to_ends(&interrupt.0)?;
        Ok(interrupt)
    }

    /// Asks for the end, as Ctrl-C does.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns true if Ctrl-C has been pressed, or the end was asked for otherwise.
    #[must_use]
    pub fn requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The signal by which a batch system ends a job; a second one ends the process at once.
#[cfg(unix)]
fn listen_to_ends(flag: &Arc<AtomicBool>) -> Result<()> {
    use signal_hook::consts::SIGTERM;
    use signal_hook::flag::{register, register_conditional_shutdown};
    // In this order: what the first one sets, the second one finds.
    register_conditional_shutdown(SIGTERM, STATUS.into(), Arc::clone(flag))
        .and_then(|_| register(SIGTERM, Arc::clone(flag)))
        .context("cannot listen to SIGTERM")?;
    Ok(())
}

#[cfg(not(unix))]
fn listen_to_ends(_: &Arc<AtomicBool>) -> Result<()> {
    Ok(())
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

/// Says how many things, such as `positions`, are missing, and gives the exit status for it; none if all are there.
#[must_use]
pub fn missing(things: &str, done: usize, all: usize) -> Option<ExitCode> {
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
