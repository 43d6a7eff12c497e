//! The clock of the emulated machine, and Z8000 seconds.

pub(crate) use z8000_debugger::clock::Clock;
