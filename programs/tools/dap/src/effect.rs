//! The answer to a request, and its consequences.

use serde_json::Value as Json;

use super::motion::Motion;
use super::protocol::Event;

/// The answer to a request: the body of the response, events behind it, and then something else.
#[derive(Debug, Default)]
pub(super) struct Reply {
    pub(super) body: Option<Json>,
    pub(super) events: Vec<Event>,
    pub(super) then: Then,
}

/// The action after the events.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) enum Then {
    #[default]
    Nothing,
    Move(Motion),
    /// The program does not go on where it was interrupted.
    Stop,
    End,
}

impl Reply {
    pub(super) fn then(then: Then) -> Self {
        Self { then, ..Self::default() }
    }

    /// The program has stopped, with these events.
    pub(super) fn stop(events: Vec<Event>) -> Self {
        Self { events, ..Self::then(Then::Stop) }
    }
}

impl From<Json> for Reply {
    fn from(body: Json) -> Self {
        Self { body: Some(body), ..Self::default() }
    }
}

/// The only thread.
pub(super) const THREAD: u32 = 1;
