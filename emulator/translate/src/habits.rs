//! When code is made, and how much of it.

/// When code is made, and how much of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Habits {
    /// A trace begins where the program has come so often. Compiling one takes as long as interpreting its instructions
    /// some thousand times; but where a program has been a hundred times, it mostly comes again.
    pub often: u16,
    /// Instructions of a trace, at most, 1 or more. Long ones take longer to compile than they save.
    pub length: u32,
    /// Traces of a program, at most. What comes later is interpreted. Each takes some kilobytes.
    pub traces: usize,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            often: 100,
            length: 50,
            traces: 8192,
        }
    }
}
