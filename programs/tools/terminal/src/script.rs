//! A script that Ctrl-C ends: at once where it waits for a command, and after the answer of the current one.

use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use streams::gate;
use z8000_debugger::command;

pub(crate) struct Script {
    input: Box<dyn BufRead>,
    /// True while a signal ends the process immediately.
    at_once: Arc<AtomicBool>,
}

impl Script {
    /// Opens a script; `-` is standard input.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, or the system does not allow signal handlers.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let script = Self { input: command::script(path)?, at_once: Arc::default() };
        #[cfg(unix)]
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            use signal_hook::flag;
            // The first signal makes the second one end the process.
            flag::register_conditional_default(signal, Arc::clone(&script.at_once))?;
            flag::register(signal, Arc::clone(&script.at_once))?;
            flag::register_usize(signal, Arc::clone(gate::signal()), signal as usize)?;
        }
        Ok(script)
    }
}

impl Read for Script {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if gate::signal().load(Ordering::Relaxed) != 0 {
            return Ok(0);
        }
        self.at_once.store(true, Ordering::Relaxed);
        let read = self.input.read(to);
        self.at_once.store(false, Ordering::Relaxed);
        read
    }
}
