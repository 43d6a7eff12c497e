//! The cost of lines.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;

use z8000_asm::ClockSum;

use crate::program::Program;

/// The cost of the lines of a selection together, as they are run through one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Total {
    /// The number of instructions, those of macros and repetitions among them.
    pub instructions: usize,
    /// Their clocks.
    pub sum: ClockSum,
}

impl fmt::Display for Total {
    /// `12 instructions, 84 clocks`; `84+` where iterations are left out whose number is not known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.instructions == 1 { "" } else { "s" };
        write!(f, "{} instruction{plural}, {} clocks", self.instructions, self.sum)
    }
}

/// The cost of some lines of a file, numbered from 0.
#[must_use]
pub fn total(program: &Program, path: &Path, lines: RangeInclusive<usize>) -> Total {
    let mut total = Total::default();
    for cost in lines.filter_map(|line| program.cost(path, line)) {
        total.instructions += cost.instructions;
        total.sum.clocks = total.sum.clocks.saturating_add(cost.sum.clocks);
        total.sum.open |= cost.sum.open;
    }
    total
}

/// The clocks that are shown behind a line: of one instruction as the listing has them, of several the sum; and what
/// they are.
#[must_use]
pub fn beside(program: &Program, path: &Path, line: usize) -> Option<(String, String)> {
    let cost = program.cost(path, line)?;
    Some(match cost.single {
        Some(clocks) => (clocks.to_string(), "clocks of the instruction".to_owned()),
        None => (
            format!("{} in {}", cost.sum, cost.instructions),
            format!(
                "{} clocks in {} instructions, branches not taken",
                cost.sum, cost.instructions
            ),
        ),
    })
}
