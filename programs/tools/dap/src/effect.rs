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

/// The action after the events.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) enum Then {
    #[default]
    Nothing,
    Move(Motion),
    /// The program stays where it was interrupted.
    Stop,
    End,
}

/// A movement of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Motion {
    /// Run until something stops the program.
    Continue,
    /// Run from the start to a place.
    Start(Vec<Address>, String),
    /// Step over a unit of the program, or into its calls.
    Step { unit: Unit, over: bool },
    /// Run until the routine returns.
    Out,
    /// Step back over a unit of the program, or into its calls.
    StepBack { unit: Unit, over: bool },
    /// Go back to a breakpoint.
    BackContinue,
}

impl Motion {
    /// Returns true if the motion has no goal, so that any request may interrupt it; the motion then continues as if it
    /// had not been interrupted.
    pub(super) const fn is_free(&self) -> bool {
        matches!(self, Self::Continue | Self::Start(..))
    }
}

impl Reply {
    pub(super) fn then(then: Then) -> Self {
        Self { then, ..Self::default() }
    }

    /// Returns the effect of a program that has stopped, with these events.
    pub(super) fn stop(events: Vec<Event>) -> Self {
        Self { events, ..Self::then(Then::Stop) }
    }
}

impl From<Json> for Reply {
    fn from(body: Json) -> Self {
        Self { body: Some(body), ..Self::default() }
    }
}

/// The number of the only thread.
pub(super) const THREAD: u32 = 1;
