//! Ctrl-C and the signals that end a process: long computations end after their current step, and finished parts are
//! kept.

use std::io::{self, Read, stdin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use streams::gate::signal;

/// The exit status of a command ended by Ctrl-C: 128 plus the number of the signal.
pub const CTRL_C: u8 = 130;

/// Returns the exit status of a command ended by a signal, following the shell's convention: 128 plus the number of the
/// signal, such as 143 for SIGTERM. It is 130, for Ctrl-C, if no signal has arrived or the system has none.
pub fn status() -> u8 {
    let signal = signal().load(Ordering::Relaxed) as u8;
    if signal == 0 { CTRL_C } else { 128 + signal }
}

/// Revokes a Ctrl-C that was not a request to end the command: it affects neither later waits nor the exit status.
pub fn take_back() {
    let _ = signal().compare_exchange((CTRL_C - 128).into(), 0, Ordering::Relaxed, Ordering::Relaxed);
}

/// A flag that the user's request to stop sets. Clones share the flag.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    requested: Arc<AtomicBool>,
}

impl Interrupt {
    /// Starts listening for Ctrl-C and, if the system has signals, for SIGTERM, with which a batch system ends a job. A
    /// second signal ends the process immediately. Signals are handled even if the shell told the process to ignore
    /// Ctrl-C, as it does for background processes: a signal sent to such a process is intended for it.
    ///
    /// # Errors
    ///
    /// The system does not allow handlers or, on a system without signals, one is already installed.
    pub fn listen() -> Result<Self> {
        let interrupt = Self::default();
        let requested = Arc::clone(&interrupt.requested);
        on_end(move || {
            if requested.swap(true, Ordering::Relaxed) {
                std::process::exit(status().into());
            }
        })?;
        Ok(interrupt)
    }

    /// Starts listening on behalf of a command that changes the terminal's settings. In addition to the signals of
    /// [`listen`](Self::listen), this handles SIGQUIT, SIGABRT and SIGHUP, which means that the terminal is gone.
    /// However many signals arrive, the command must end by itself, so that it leaves the terminal and files in order.
    ///
    /// # Errors
    ///
    /// The same as for [`listen`](Self::listen).
    pub fn listen_on_terminal() -> Result<Self> {
        let interrupt = Self::default();
        let requested = Arc::clone(&interrupt.requested);
        on(true, move || requested.store(true, Ordering::Relaxed))?;
        Ok(interrupt)
    }

    /// Requests that the command stop, as Ctrl-C does.
    pub fn request(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Returns true if the command was requested to stop, by Ctrl-C or otherwise.
    pub fn requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }

    /// Waits for characters from standard input, and returns them; returns an empty vector at the end of the input.
    ///
    /// # Errors
    ///
    /// Standard input cannot be read, or the command was requested to stop
    /// ([`Interrupted`](io::ErrorKind::Interrupted)).
    pub fn characters(&self) -> io::Result<Vec<u8>> {
        loop {
            if let Some(characters) = self.characters_within(PATIENCE)? {
                return Ok(characters);
            }
        }
    }

    /// Waits for characters for a limited time, and returns them: an empty vector at the end of the input, and `None`
    /// if nothing has arrived by then.
    ///
    /// # Errors
    ///
    /// The same as for [`characters`](Self::characters).
    pub fn characters_within(&self, patience: Duration) -> io::Result<Option<Vec<u8>>> {
        let mut input = INPUT.lock().unwrap_or_else(PoisonError::into_inner);
        match input.get_or_insert_with(read).recv_timeout(patience) {
            Ok(characters) => characters.map(Some),
            Err(RecvTimeoutError::Disconnected) => Ok(Some(Vec::new())),
            Err(RecvTimeoutError::Timeout) if self.requested() => Err(io::ErrorKind::Interrupted.into()),
            Err(RecvTimeoutError::Timeout) => Ok(None),
        }
    }
}

impl AsRef<AtomicBool> for Interrupt {
    fn as_ref(&self) -> &AtomicBool {
        &self.requested
    }
}

/// The time to wait for a character between two checks for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

/// Characters from standard input, in the order of arrival.
static INPUT: Mutex<Option<Receiver<io::Result<Vec<u8>>>>> = Mutex::new(None);

/// Starts a thread that reads standard input. It ends with the process, because a read cannot be interrupted.
fn read() -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = sync_channel(1);
    let pieces = move || {
        let mut bytes = [0; 4096];
        loop {
            let piece = match stdin().read(&mut bytes) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                piece => piece.map(|count| bytes[..count].to_vec()),
            };
            if piece.as_ref().is_ok_and(Vec::is_empty) {
                return;
            }
            let has_failed = piece.is_err();
            if sender.send(piece).is_err() || has_failed {
                return;
            }
        }
    };
    // If the thread cannot be started, the input counts as ended.
    let _ = thread::Builder::new().spawn(pieces);
    receiver
}

/// Calls a handler, on a separate thread, whenever Ctrl-C is pressed or, if the system has signals, SIGTERM arrives.
///
/// # Errors
///
/// The system does not allow handlers or, on a system without signals, one is already installed.
pub fn on_end(handler: impl FnMut() + Send + 'static) -> Result<()> {
    on(false, handler)
}

#[cfg(unix)]
fn on(hangs_up: bool, mut handler: impl FnMut() + Send + 'static) -> Result<()> {
    use signal_hook::consts::{SIGABRT, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    let all = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT];
    let known = &all[..if hangs_up { all.len() } else { 2 }];
    let mut signals = signal_hook::iterator::Signals::new(known).context("cannot handle signals")?;
    let listen = move || {
        for number in signals.forever() {
            signal().store(number as usize, Ordering::Relaxed);
            handler();
        }
    };
    let thread = thread::Builder::new().spawn(listen);
    thread.map(drop).context("cannot handle signals")
}

#[cfg(not(unix))]
fn on(_: bool, mut handler: impl FnMut() + Send + 'static) -> Result<()> {
    let handler = move || {
        signal().store((CTRL_C - 128).into(), Ordering::Relaxed);
        handler();
    };
    ctrlc::set_handler(handler).context("cannot handle Ctrl-C")
}

/// Calls a handler, on a separate thread, whenever the process continues after being stopped, because the shell may
/// have changed the terminal's settings in the meantime. Without signals, the handler is never called.
///
/// # Errors
///
/// The system does not allow handlers.
#[cfg_attr(not(unix), allow(unused_mut, unused_variables))]
pub fn on_continue(mut handler: impl FnMut() + Send + 'static) -> Result<()> {
    #[cfg(unix)]
    {
        let mut signals =
            signal_hook::iterator::Signals::new([signal_hook::consts::SIGCONT]).context("cannot handle signals")?;
        let listen = move || signals.forever().for_each(|_| handler());
        thread::Builder::new().spawn(listen).context("cannot handle signals")?;
    }
    Ok(())
}
