//! The consequences of a request.

use super::motion::Motion;
use super::protocol::{Body, Event};

/// The consequences of a request after its response: events, and then something else.
#[derive(Debug)]
pub(super) struct Effect {
    pub(super) events: Vec<Event>,
    pub(super) then: Then,
}

/// The action after the events.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Then {
    Nothing,
    Move(Motion),
    /// The program does not go on where it was interrupted.
    Stop,
    End,
}

impl Effect {
    pub(super) const fn then(then: Then) -> Self {
        let events = Vec::new();
        Self { events, then }
    }

    pub(super) const fn report(events: Vec<Event>) -> Self {
        let then = Then::Nothing;
        Self { events, then }
    }

    pub(super) const fn stop(events: Vec<Event>) -> Self {
        let then = Then::Stop;
        Self { events, then }
    }
}

/// The response to a request, if it has a body, and what follows it.
pub(super) type Reply = (Option<Body>, Effect);

/// The only thread.
pub(super) const THREAD: u32 = 1;
