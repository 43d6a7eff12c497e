//! Messages from the client.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, TryRecvError};

use super::protocol::Call;
use super::protocol::Request::{Disconnect, Pause, Terminate};

/// A message from the reader thread: a request, or the error in it.
pub(super) type Incoming = Result<Call, String>;

/// Messages from the client: those still in the channel, and those received while the program was running.
pub(super) struct Mail {
    pub(super) incoming: Receiver<Incoming>,
    pub(super) pending: VecDeque<Incoming>,
    /// True if no more messages can arrive.
    pub(super) gone: bool,
}

impl Mail {
    /// Checks for messages while the program is running, and returns whether they must interrupt the movement: a
    /// request that ends it, or any request if `all`.
    pub(super) fn interrupts(&mut self, all: bool) -> bool {
        let mut stop = self.gone;
        loop {
            match self.incoming.try_recv() {
                Ok(next) => {
                    let request = next.as_ref().map(|call| call.request.as_ref());
                    let ends = matches!(request, Ok(Ok(Pause(_) | Disconnect(_) | Terminate(_))));
                    stop |= all || ends;
                    self.pending.push_back(next);
                }
                Err(TryRecvError::Empty) => return stop,
                Err(TryRecvError::Disconnected) => {
                    self.gone = true;
                    return true;
                }
            }
        }
    }
}
