//! The summary of a run in words, as `bcp table1` prints it below the table.

use super::outcome::Outcome;
use super::statistics::{Summary, Times};

impl Summary {
    /// Formats the summary of results: all figures if the positions are the paper's, otherwise what is known without
    /// its times.
    pub fn text(&self, results: &[Outcome]) -> String {
        let (positions, solved, paper) = (self.positions, self.solved, self.table1_solved);
        let cycles = format!("{} cycles per node", cli::grouped(self.cycles_per_node.round() as u64));
        if paper == 0 {
            return format!("{cycles}\n\nsolved {solved} of {positions}\n");
        }
        let (unsolved, table_unsolved) = (self.both_unsolved, positions - paper);
        let mut out = format!("unsolved in both: {unsolved} of the paper's {table_unsolved} F\n");
        for (by, paper) in [("here", false), ("in the paper", true)] {
            let alone = results.iter().filter(|result| result.solved != paper);
            let alone = alone.filter(|result| result.table1_seconds.is_some() == paper);
            let numbers: Vec<String> = alone.map(|result| result.number.to_string()).collect();
            if !numbers.is_empty() {
                out += &format!("solved only {by}: {}\n", numbers.join(", "));
            }
        }
        let (footnoted, among) = (self.footnoted, self.footnoted_solved);
        if footnoted > 0 {
            out += &format!("solved {among} of the {footnoted} positions with a footnote in the paper\n");
        }
        if let Some(times) = &self.times {
            let (figures, tied) = (figures(times), self.tied);
            out += &format!(
                "\nsolved in both, without footnoted positions: {figures}{tied} of these have 1 second in both\n"
            );
        }
        if let Some(long) = &self.long {
            out += &format!(
                "above 10 s in the paper: {} positions, {}\n",
                long.positions,
                short(long)
            );
        }
        if let Some(exact) = &self.exact {
            let mean = exact.mean_ratio;
            out += &format!("with our exact times: ours / paper {mean:.2}, {}\n", short(exact));
        }
        if let Some((mates, hertz)) = self.mates.as_ref().zip(self.effective_clock_hz) {
            let (figures, megahertz) = (figures(mates), hertz / 1e6);
            out += &format!(
                "\nof these, solved by a mate: {figures}effective clock, at which the rounded times of the mates have \
                 the paper's mean: {megahertz:.2} MHz\n"
            );
            if let Some(scaled) = &self.scaled {
                out += &format!("all at this clock: {}\n", short(scaled));
            }
        }
        if let Some(material) = self.material.as_ref().filter(|_| self.mates.is_some()) {
            out += &format!("\nof these, solved by material: {}", figures(material));
        }
        out + &format!("\n{cycles}\n\nsolved {solved} of {positions}; the paper solved {paper}\n")
    }
}

/// Formats the rank correlation with its interval.
fn ranked(times: &Times) -> String {
    let range = times.spearman_interval;
    let range = range.map_or_else(String::new, |(low, high)| format!(" (95%: {low:.3} to {high:.3})"));
    format!("{:.3}{range}", times.spearman)
}

/// Formats the comparison of times in half a line.
fn short(times: &Times) -> String {
    format!(
        "rank correlation {}, within 2 / 3 / 5: {}%",
        ranked(times),
        times.within()
    )
}

/// Formats the comparison of times.
fn figures(times: &Times) -> String {
    format!(
        "{} positions\n\
         rank correlation (Spearman) {}, correlation of logarithms (Pearson) {:.3}\n\
         ours / paper, geometric mean {:.2}, standard deviation of its logarithm {:.2}\n\
         within a factor of 2 / 3 / 5: {}%\n",
        times.positions,
        ranked(times),
        times.log_pearson,
        times.mean_ratio,
        times.log_deviation,
        times.within(),
    )
}
