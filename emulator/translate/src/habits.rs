//! Limits on when code is made, and on how much of it.

/// Limits on when code is made, and on how much of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Habits {
    /// The number of visits after which a trace begins at a place. Compiling one takes as long as interpreting its
    /// instructions some thousand times; a program that has been at a place so often mostly comes as often again.
    pub often: u16,
    /// Instructions of a trace, at most, 1 or more. Long ones take longer to compile than they save.
    pub length: u32,
    /// Traces of a program, at most. What comes later is interpreted. Each takes some kilobytes.
    pub traces: usize,
    /// Set when compiling has a budget, and a program is left to the interpreter for a while where it loses time by its
    /// code.
    pub steps_aside: bool,
}

impl Habits {
    /// For a program that is known to run faster by its code, which is worth compiling at once.
    pub const ASSURED: Self = Self { often: 200, length: 50, traces: 8192, steps_aside: false };
}

impl Default for Habits {
    fn default() -> Self {
        Self { often: 1000, steps_aside: true, ..Self::ASSURED }
    }
}
