//! The terminal, which is restored however the view ends.

use std::io::{self, stdout};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{Clear, ClearType};

/// The terminal while the view uses it.
pub(crate) struct Screen {
    pub(crate) terminal: DefaultTerminal,
    signals: Signals,
}

impl Screen {
    /// Takes over the terminal. It is also restored after a panic.
    ///
    /// # Errors
    ///
    /// There is no terminal, it has no screen, or it cannot be written to.
    pub(crate) fn open() -> io::Result<Self> {
        has_screen().map_err(|name| {
            io::Error::other(format!(
                "the view requires a terminal with a screen and ANSI control sequences, but TERM is `{name}`; use --batch \
                 FILE, where - is standard input",
            ))
        })?;
        let signals = Signals::listen()?;
        let terminal = ratatui::try_init().map_err(|error| {
            io::Error::new(
                error.kind(),
                "the view requires a terminal; use --batch FILE to run without one",
            )
        })?;
        // ratatui's hook restores the screen; bracketed paste is switched off here. The mouse is left to the terminal,
        // which selects text with it.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            leave();
            hook(panic);
        }));
        let screen = Self { terminal, signals };
        execute!(stdout(), EnableBracketedPaste)?;
        Ok(screen)
    }

    /// Handles the signals received: suspends the process, or returns the signal that ends it.
    ///
    /// # Errors
    ///
    /// The terminal cannot be written to.
    pub(crate) fn heed(&mut self) -> io::Result<Option<End>> {
        if let Some(end) = self.signals.end() {
            return Ok(Some(end));
        }
        if self.signals.suspend() {
            self.suspend()?;
        } else if self.signals.continued() {
            // The process was stopped by SIGSTOP, without a chance to leave, and a shell has used the terminal.
            leave();
            ratatui::restore();
            self.take()?;
        }
        Ok(None)
    }

    /// Restores the terminal, stops the process as Ctrl-Z does, and takes the terminal over again when it continues.
    ///
    /// # Errors
    ///
    /// The terminal cannot be written to.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        leave();
        ratatui::restore();
        Signals::stop_here()?;
        self.signals.continued();
        self.take()
    }

    /// Takes the terminal over again. Unlike [`DefaultTerminal::clear`], it does not ask for the cursor position: some
    /// terminals never answer.
    fn take(&mut self) -> io::Result<()> {
        self.terminal = ratatui::try_init()?;
        execute!(stdout(), EnableBracketedPaste, Clear(ClearType::All))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
        ratatui::restore();
    }
}

/// Returns an error that names this terminal if it has no screen.
pub(crate) fn has_screen() -> Result<(), String> {
    match std::env::var("TERM") {
        Ok(name) if !name.is_empty() && !understands(&name) => Err(name),
        _ => Ok(()),
    }
}

/// Returns false if a terminal has no screen or, by its description in the terminfo database, other control sequences
/// than those of ANSI X3.64. A terminal without a description is assumed to have these.
fn understands(name: &str) -> bool {
    /// The control sequence that moves the cursor to a row and a column, as terminfo writes it.
    const MOVES: &[u8] = b"\x1b[%i%p1%d;%p2%d";
    let own = std::env::var("HOME").map(|home| format!("{home}/.terminfo"));
    let folders = std::env::var("TERMINFO").into_iter().chain(own);
    let folders = folders.chain(["/etc", "/lib", "/usr/lib", "/usr/share"].map(|folder| format!("{folder}/terminfo")));
    let Some(first) = name.chars().next().filter(|_| name != "dumb" && !name.contains('/')) else {
        return false;
    };
    // Some systems name the folders of the database by the hexadecimal code of the first letter.
    let files = folders.flat_map(|folder| {
        [
            format!("{folder}/{first}/{name}"),
            format!("{folder}/{:x}/{name}", u32::from(first)),
        ]
    });
    let description = files
        .into_iter()
        .find_map(|file| streams::gate::contents(file.as_ref()).ok());
    description.is_none_or(|bytes| bytes.windows(MOVES.len()).any(|window| window == MOVES))
}

fn leave() {
    let _ = execute!(stdout(), DisableBracketedPaste);
}

pub(crate) use signals::{End, Signals};

#[cfg(unix)]
mod signals {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    use signal_hook::consts::{SIGABRT, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator;
    use signal_hook::{flag, low_level};

    /// Signals that end the process.
    const ENDS: [i32; 5] = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT];

    /// Time that the view has to end by itself after a signal.
    const GRACE: Duration = Duration::from_secs(1);

    /// A signal that ends the process.
    #[derive(Debug, Clone, Copy)]
    pub(crate) struct End(i32);

    impl End {
        /// Ends the process as the default action of the signal does.
        pub(crate) fn obey(self) {
            let _ = low_level::emulate_default_handler(self.0);
        }
    }

    /// The signals received since they were last handled.
    pub(crate) struct Signals {
        /// Number of the last signal that ends the process; 0 for none.
        end: Arc<AtomicUsize>,
        suspend: Arc<AtomicBool>,
        continued: Arc<AtomicBool>,
    }

    impl Signals {
        pub(crate) fn listen() -> io::Result<Self> {
            let signals = Self { end: Arc::default(), suspend: Arc::default(), continued: Arc::default() };
            for signal in ENDS {
                flag::register_usize(signal, Arc::clone(&signals.end), signal as usize)?;
            }
            flag::register(SIGTSTP, Arc::clone(&signals.suspend))?;
            flag::register(SIGCONT, Arc::clone(&signals.continued))?;
            insist()?;
            Ok(signals)
        }

        pub(crate) fn end(&self) -> Option<End> {
            let end = self.end.load(Ordering::Relaxed) as i32;
            (end != 0).then_some(End(end))
        }

        pub(crate) fn suspend(&self) -> bool {
            self.suspend.swap(false, Ordering::Relaxed)
        }

        /// Returns true if the process was stopped and continued since the last call.
        pub(crate) fn continued(&self) -> bool {
            self.continued.swap(false, Ordering::Relaxed)
        }

        /// Stops the process until it receives the signal to continue.
        pub(crate) fn stop_here() -> io::Result<()> {
            low_level::emulate_default_handler(SIGTSTP)
        }
    }

    /// Ends the process if the view does not end in time: reading from a terminal that is gone never returns.
    fn insist() -> io::Result<()> {
        let mut signals = iterator::Signals::new(ENDS)?;
        thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                thread::sleep(GRACE);
                super::leave();
                ratatui::restore();
                End(signal).obey();
            }
        });
        Ok(())
    }
}

#[cfg(not(unix))]
mod signals {
    use std::io;

    /// On this system, no signal ends the process.
    #[derive(Debug, Clone, Copy)]
    pub(crate) enum End {}

    impl End {
        pub(crate) fn obey(self) {
            match self {}
        }
    }

    /// On this system, no signals are received.
    pub(crate) struct Signals;

    impl Signals {
        pub(crate) fn listen() -> io::Result<Self> {
            Ok(Self)
        }

        pub(crate) fn end(&self) -> Option<End> {
            None
        }

        pub(crate) fn suspend(&self) -> bool {
            false
        }

        pub(crate) fn continued(&self) -> bool {
            false
        }

        pub(crate) fn stop_here() -> io::Result<()> {
            Ok(())
        }
    }
}
