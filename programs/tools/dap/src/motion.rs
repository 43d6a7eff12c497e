//! Stepping and running, forward and back.

use z8000_debugger::machine::Address;
use z8000_debugger::program::Unit;

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
    /// Returns true if it has no goal, so that any request may interrupt it: it goes on afterwards as if nothing had been.
    pub(super) const fn is_free(&self) -> bool {
        matches!(self, Self::Continue | Self::Start(..))
    }
}
