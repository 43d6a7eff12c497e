//! Settings for when code is generated, and how much.

/// Settings for when code is generated, and how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Habits {
    /// The number of visits to a place after which a trace begins there; default: 1,000. Compiling a trace takes as
    /// long as interpreting its instructions about a thousand times; a program that has visited a place that often will
    /// usually visit it as often again.
    pub often: u16,
    /// Maximum number of instructions in a trace, 1 or more; default: 50. Compiling a longer trace takes more time than
    /// it saves.
    pub length: u32,
    /// Maximum number of traces of a program; default: 8,192. Any further code is interpreted. Each trace takes some
    /// kilobytes.
    pub traces: usize,
    /// True (the default) if compilation has a budget, and a program that runs slower with native code is left to the
    /// interpreter for a while.
    pub steps_aside: bool,
}

impl Habits {
    /// Settings for a program that is known to run faster with native code, and is therefore worth compiling early:
    /// after 200 visits, without a budget.
    pub const ASSURED: Self = Self { often: 200, length: 50, traces: 8192, steps_aside: false };
}

impl Default for Habits {
    fn default() -> Self {
        Self { often: 1000, steps_aside: true, ..Self::ASSURED }
    }
}
