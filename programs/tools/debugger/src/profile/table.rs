//! The profile as human-readable tables.

use std::fmt::Write as _;

use z8000::machine::Clock;

use super::{Profiler, Report};
use crate::program::Program;

impl Report {
    /// A number of clocks as a percentage of all clocks.
    pub(crate) fn share(&self, clocks: u64) -> f64 {
        100.0 * clocks as f64 / self.clocks.max(1) as f64
    }

    /// Formats the first `most` routines, one per line, and the total: clocks, percentages, and seconds at a clock
    /// frequency.
    pub fn table(&self, clock: Clock, most: usize) -> String {
        let mut text = format!(
            "{:<16} {:>10} {:>14} {:>6} {:>9} {:>14} {:>6} {:>9} {:>9}\n",
            "routine", "calls", "inclusive", "%", "s", "exclusive", "%", "s", "per call"
        );
        for row in self.routines.iter().take(most) {
            let _ = writeln!(
                text,
                "{:<16} {:>10} {:>14} {:>6.2} {:>9.3} {:>14} {:>6.2} {:>9.3} {:>9}",
                row.routine,
                row.calls,
                row.inclusive,
                self.share(row.inclusive),
                clock.seconds(row.inclusive),
                row.exclusive,
                self.share(row.exclusive),
                clock.seconds(row.exclusive),
                row.inclusive / row.calls.max(1)
            );
        }
        let _ = writeln!(
            text,
            "\n{} clocks, {:.2} Z8000 seconds at {clock}",
            self.clocks,
            clock.seconds(self.clocks)
        );
        text
    }
}

impl Profiler {
    /// Formats the most expensive source lines, at most `most` of them; empty for 0.
    pub fn lines_table(&self, program: &Program, most: usize) -> String {
        if most == 0 {
            return String::new();
        }
        let mut text = format!("\n{:>6} {:>14} {:>12}  line\n", "%", "clocks", "times");
        for row in self.lines(program).iter().take(most) {
            let share = 100.0 * row.clocks as f64 / self.total().max(1) as f64;
            let _ = writeln!(
                text,
                "{share:>6.2} {:>14} {:>12}  {:<18} {}",
                row.clocks, row.count, row.place, row.text
            );
        }
        text
    }
}
