//! Characters from standard input, read by a thread so that their presence can be tested.

use std::io::{self, Read, stdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use cli::interrupt::Interrupt;
use z8000_cpm::console::Input;

/// Time to wait between two checks for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);
/// Maximum number of characters that are read ahead.
const AHEAD: usize = 4096;

/// Characters of standard input as they arrive.
pub(super) struct TypedInput {
    receiver: Receiver<u8>,
    /// A character that was received but not yet consumed.
    next: Option<u8>,
    interrupt: Interrupt,
}

impl TypedInput {
    /// Starts reading. Characters for which `takes` returns true do not reach the program.
    pub(super) fn new(interrupt: Interrupt, takes: impl Fn(u8) -> bool + Send + 'static) -> io::Result<Self> {
        let (sender, receiver) = sync_channel(AHEAD);
        // The thread ends with the process: it may wait for a character indefinitely.
        thread::Builder::new().spawn(move || {
            let mut bytes = [0; 256];
            loop {
                match stdin().read(&mut bytes) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Ok(0) | Err(_) => return,
                    Ok(count) => {
                        let given = bytes[..count].iter().filter(|byte| !takes(**byte));
                        for byte in given {
                            if sender.send(*byte).is_err() {
                                return;
                            }
                        }
                    }
                }
            }
        })?;
        Ok(Self { receiver, next: None, interrupt })
    }

    /// Returns the next character; waits for it unless the run must stop.
    pub(super) fn read(&mut self) -> Input {
        if let Some(byte) = self.next.take() {
            return Input::Byte(byte);
        }
        loop {
            match self.receiver.recv_timeout(PATIENCE) {
                Ok(byte) => return Input::Byte(byte),
                Err(RecvTimeoutError::Disconnected) => return Input::End,
                Err(RecvTimeoutError::Timeout) if self.interrupt.requested() => return Input::Later,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns the next character; `None` if none has arrived.
    pub(super) fn pressed(&mut self) -> Option<u8> {
        self.next.take().or_else(|| self.receiver.try_recv().ok())
    }

    /// Returns true if a character has arrived.
    pub(super) fn ready(&mut self) -> bool {
        if self.next.is_none() {
            self.next = self.pressed();
        }
        self.next.is_some()
    }
}
