//! The answer to a request, and follow-up actions such as running the program.

use serde_json::Value as Json;
use z8000_debugger::machine::Address;
use z8000_debugger::program::Unit;

use super::protocol::Event;

/// The answer to a request: the body of the response, events after it, and then a follow-up action.
#[derive(Debug, Default)]
pub(super) struct Reply {
    pub(super) body: Option<Json>,
    pub(super) events: Vec<Event>,
    pub(super) then: Then,
}

/// What happens after the events.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) enum Then {
    #[default]
    Nothing,
    Move(Motion),
    /// The program does not continue where it was interrupted.
    Stop,
    End,
}

/// A movement of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Motion {
    /// Until something stops it.
    Continue,
    /// From the start to a place.
    Start(Vec<Address>, String),
    /// Over a unit of the program, or into the calls in it.
    Step { unit: Unit, over: bool },
    /// Until the routine returns.
    Out,
    /// Back over a unit of the program, or into the calls in it.
    StepBack { unit: Unit, over: bool },
    /// Back to a breakpoint.
    BackContinue,
}

impl Motion {
    /// Returns true if it has no goal, so that any request may interrupt it; it then continues as if nothing had
    /// happened.
    pub(super) const fn is_free(&self) -> bool {
        matches!(self, Self::Continue | Self::Start(..))
    }
}

impl Reply {
    pub(super) fn then(then: Then) -> Self {
        Self { then, ..Self::default() }
    }

    /// The effect of a program that has stopped, with these events.
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
