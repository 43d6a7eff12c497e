//! Breakpoints as a client has set them, by the request that replaces them.

use super::protocol::{FunctionBreakpoint, InstructionBreakpoint, SetBreakpoints, WatchedData};

/// An owner of breakpoints: each request replaces those of its owner.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    /// A source file: by its index in the program, or by the name that none has.
    Source(Result<usize, String>),
    Function,
    Instruction,
    Data,
    Exception,
}

/// Breakpoints that a client has set.
#[derive(Debug, Clone, Default)]
pub(super) struct Set {
    /// The request; none in a source in which the client has set nothing.
    pub(super) wish: Option<Wish>,
    /// The numbers of the breakpoints, in the order of the request; then those of the console that the client was told.
    pub(super) ids: Vec<u32>,
}

/// The breakpoints of a request that sets some.
#[derive(Debug, Clone)]
pub(super) enum Wish {
    Source(SetBreakpoints),
    Function(Vec<FunctionBreakpoint>),
    Instruction(Vec<InstructionBreakpoint>),
    Data(Vec<WatchedData>),
    Exception(Vec<String>),
}
