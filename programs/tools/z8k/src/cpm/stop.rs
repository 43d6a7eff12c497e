//! Requests to stop a run: Ctrl-C, and the signals that end a process.
//!
//! A process that is asked to end (SIGTERM), or whose terminal has gone (SIGHUP), does not leave the terminal as a
//! program had it, nor a file half written: the run ends as with Ctrl-C.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context, Result};

/// The number of SIGINT, which Ctrl-C sends.
const INTERRUPT: usize = 2;
/// Added to the number of a signal, it gives the exit status.
const SIGNALLED: u8 = 128;

/// A request to stop a run, and its reason.
pub(super) struct Stop {
    asked: Arc<AtomicBool>,
    signal: Arc<AtomicUsize>,
}

impl Stop {
    /// Listens from now on.
    pub(super) fn listen() -> Result<Self> {
        let asked = Arc::new(AtomicBool::new(false));
        let signal = Arc::new(AtomicUsize::new(INTERRUPT));
        let flag = Arc::clone(&asked);
        ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).context("cannot listen to Ctrl-C")?;
        listen_to_ends(&asked, &signal).context("cannot listen to signals")?;
        Ok(Self { asked, signal })
    }

    /// The flag that says that the run is to stop; Ctrl-C on a terminal sets it, too.
    pub(super) const fn flag(&self) -> &Arc<AtomicBool> {
        &self.asked
    }

    /// Returns true if the run is to stop.
    pub(super) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// The exit status of a run that was stopped: 130 for Ctrl-C.
    pub(super) fn status(&self) -> u8 {
        SIGNALLED.saturating_add(self.signal.load(Ordering::Relaxed) as u8)
    }
}

#[cfg(unix)]
fn listen_to_ends(asked: &Arc<AtomicBool>, signal: &Arc<AtomicUsize>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    use signal_hook::flag;
    for number in [SIGHUP, SIGTERM] {
        flag::register_usize(number, Arc::clone(signal), number.unsigned_abs() as usize)?;
        flag::register(number, Arc::clone(asked))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn listen_to_ends(_: &Arc<AtomicBool>, _: &Arc<AtomicUsize>) -> io::Result<()> {
    Ok(())
}
