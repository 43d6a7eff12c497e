//! Limits on when code is made, and on how much of it.

/// Limits on when code is made, and on how much of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Habits {
    /// The number of visits after which a trace begins at a place. Compiling one takes as long as interpreting its
    /// instructions some thousand times; but a program that has been at a place a hundred times mostly comes again.
    pub often: u16,
    /// Instructions of a trace, at most, 1 or more. Long ones take longer to compile than they save.
    pub length: u32,
    /// Traces of a program, at most. What comes later is interpreted. Each takes some kilobytes.
    pub traces: usize,
    /// Set when it leaves a program to the interpreter for a while where it loses time by its code.
    pub steps_aside: bool,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            often: 100,
            length: 50,
            traces: 8192,
            steps_aside: true,
        }
    }
}
