//! Messages of the client.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, TryRecvError};

use super::protocol::{Call, Request};

/// A message from the reader thread: a request, or the reason why it is not one.
pub(super) type Incoming = Result<Call, String>;

/// The messages of the client: those that come, and those that have come while the program moved.
pub(super) struct Mail {
    pub(super) incoming: Receiver<Incoming>,
    pub(super) pending: VecDeque<Incoming>,
    /// True if no more will come.
    pub(super) gone: bool,
}

impl Mail {
    /// Looks for messages while the program moves, and says whether the motion has to be interrupted: by a request that
    /// ends it, or by any if `all`.
    pub(super) fn interrupts(&mut self, all: bool) -> bool {
        let mut stop = self.gone;
        loop {
            match self.incoming.try_recv() {
                Ok(next) => {
                    let request = next.as_ref().ok().and_then(|call| call.request.as_ref().ok());
                    let ends = |request: &Request| {
                        matches!(
                            request,
                            Request::Pause(_) | Request::Disconnect(_) | Request::Terminate(_) | Request::Restart(_)
                        )
                    };
                    stop |= all || request.is_some_and(ends);
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
