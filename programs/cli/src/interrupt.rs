//! Ctrl-C, and the signals by which others end a process: long work ends after its current step, and finished parts are
//! kept.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context, Result};

/// Exit status of a command that Ctrl-C has ended.
pub const STATUS: u8 = 130;

/// The user's request to stop.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    requested: Arc<AtomicBool>,
    /// The number of the last signal; 0 if there was none.
    signal: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Listens to Ctrl-C from now on, and, if there are signals, SIGTERM, by which a batch system ends a job; a second
    /// one ends the process at once.
    ///
    /// # Errors
    ///
    /// The system does not allow it, or something else listens already.
    pub fn listen() -> Result<Self> {
        Self::new(false)
    }

    /// Listens for a command that changes its terminal: to SIGHUP as well, which says that the terminal has gone. However
    /// often it is asked to end, it ends by itself, so that the terminal and files are left as they should be.
    ///
    /// # Errors
    ///
    /// As in [`listen`](Self::listen).
    pub fn listen_on_terminal() -> Result<Self> {
        Self::new(true)
    }

    fn new(on_terminal: bool) -> Result<Self> {
        let interrupt = Self::default();
        let flag = Arc::clone(&interrupt.requested);
        on_ctrl_c(move || {
            if flag.swap(true, Ordering::Relaxed) && !on_terminal {
                std::process::exit(STATUS.into());
            }
        })?;
        #[cfg(unix)]
        interrupt
            .listen_to_signals(on_terminal)
            .context("cannot handle signals")?;
        Ok(interrupt)
    }

    #[cfg(unix)]
    fn listen_to_signals(&self, on_terminal: bool) -> std::io::Result<()> {
        use signal_hook::consts::{SIGHUP, SIGTERM};
        use signal_hook::flag::{register, register_conditional_shutdown, register_usize};
        if on_terminal {
            register_usize(SIGHUP, Arc::clone(&self.signal), SIGHUP as usize)?;
            register(SIGHUP, Arc::clone(&self.requested))?;
        } else {
            // Before it is set: what the first one sets, the second one finds.
            register_conditional_shutdown(SIGTERM, STATUS.into(), Arc::clone(&self.requested))?;
        }
        register_usize(SIGTERM, Arc::clone(&self.signal), SIGTERM as usize)?;
        register(SIGTERM, Arc::clone(&self.requested))?;
        Ok(())
    }

    /// Asks for the end, as Ctrl-C does.
    pub fn request(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Returns true if Ctrl-C has been pressed, or the end was asked for otherwise.
    #[must_use]
    pub fn requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }

    /// The exit status of a command that it has ended: 128 plus the number of the signal.
    #[must_use]
    pub fn status(&self) -> u8 {
        match self.signal.load(Ordering::Relaxed) {
            0 => STATUS,
            signal => 128 + signal as u8,
        }
    }
}

impl AsRef<AtomicBool> for Interrupt {
    fn as_ref(&self) -> &AtomicBool {
        &self.requested
    }
}

/// Calls a handler, on a separate thread, whenever Ctrl-C is pressed.
///
/// # Errors
///
/// The system does not allow it, or something else listens already.
pub fn on_ctrl_c(handler: impl FnMut() + Send + 'static) -> Result<()> {
    ctrlc::set_handler(handler).context("cannot handle Ctrl-C")
}
