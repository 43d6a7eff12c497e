//! The console as a terminal: every key reaches the program immediately, and Ctrl-C ends the program.

use std::io::{self, BufWriter, Stdout, Write, stdout};

use cli::interrupt::{Interrupt, on_continue};
use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use z8000_cpm::console::{Console, Input};

use super::input::TypedInput;

const CONTROL_C: u8 = 3;

/// A terminal in raw mode, which is restored when this value is dropped.
pub(super) struct Terminal {
    typed: TypedInput,
    out: BufWriter<Stdout>,
}

impl Terminal {
    pub(super) fn new(interrupt: Interrupt) -> io::Result<Self> {
        let asked = interrupt.clone();
        let typed = TypedInput::new(interrupt, move |byte| {
            let interrupts = byte == CONTROL_C;
            if interrupts {
                asked.request();
            }
            interrupts
        })?;
        enable_raw_mode()?;
        let again = || {
            let _ = disable_raw_mode();
            let _ = enable_raw_mode();
        };
        on_continue(again).map_err(io::Error::other)?;
        // After a panic the process ends without unwinding, so the hook must restore the terminal.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let _ = disable_raw_mode();
            hook(panic);
        }));
        Ok(Self { typed, out: BufWriter::new(stdout()) })
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.out.write_all(b"\r\n");
        let _ = self.out.flush();
        // Nothing can be done about a terminal that has gone away.
        let _ = disable_raw_mode();
    }
}

impl Console for Terminal {
    fn read(&mut self) -> io::Result<Input> {
        Ok(self.typed.read())
    }

    fn ready(&mut self) -> io::Result<bool> {
        Ok(self.typed.ready())
    }

    fn pressed(&mut self) -> io::Result<Option<u8>> {
        Ok(self.typed.pressed())
    }

    fn write(&mut self, byte: u8) -> io::Result<()> {
        self.out.write_all(&[byte])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
