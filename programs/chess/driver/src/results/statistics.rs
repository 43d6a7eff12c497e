//! How closely our times agree with the paper's.

use bcp_chess::bootstrap::percentiles;
use bcp_chess::hash::nth;
use serde::Serialize;
use z8000::machine::Clock;

use super::outcome::{Outcome, rounded_up};
use crate::facts::Value;

/// Times of the paper up to this many seconds are left out of some figures: they are more than a third of the
/// positions, and most of them are rounded to 1 or 2.
const SHORT: u32 = 10;

/// The figures of a run. Times are compared in whole seconds, at least 1, as in Table 1.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// Positions run.
    pub positions: usize,
    /// Positions solved here.
    pub solved: usize,
    /// Positions that the paper solved.
    pub table1_solved: usize,
    /// Positions that neither the paper nor this run solved.
    pub both_unsolved: usize,
    /// Positions with a footnote in the paper.
    pub footnoted: usize,
    /// How many of these are solved here.
    pub footnoted_solved: usize,
    /// Figures over the positions that both solved, except footnoted ones; `None` if there are fewer than two.
    pub times: Option<Times>,
    /// The same figures for those positions that were solved here by a mate.
    pub mates: Option<Times>,
    /// The same figures for the remaining positions, in which material is won or a loss is avoided.
    pub material: Option<Times>,
    /// The same figures for those positions that took the paper more than ten seconds.
    pub long: Option<Times>,
    /// The same as `times`, with our exact times instead of whole seconds.
    pub exact: Option<Times>,
    /// The same as `times`, with our times at the effective clock rate.
    pub scaled: Option<Times>,
    /// The same for the mates.
    pub scaled_mates: Option<Times>,
    /// Positions of `times` for which both times are one second.
    pub tied: usize,
    /// The clock in hertz at which our times for the mates, rounded up again, have the same geometric mean as the
    /// paper's.
    pub effective_clock_hz: Option<f64>,
    /// Clocks of all searches divided by the nodes counted in them.
    pub cycles_per_node: f64,
}

/// A comparison of our times with the paper's.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Times {
    /// Positions compared.
    pub positions: usize,
    /// Spearman's rank correlation; equal values have the mean of their ranks.
    pub spearman: f64,
    /// The 95% interval of this correlation, by samples of the same size drawn with replacement.
    pub spearman_interval: Option<(f64, f64)>,
    /// Pearson's correlation of the logarithms of the times.
    pub log_pearson: f64,
    /// Geometric mean of our times divided by the paper's.
    pub mean_ratio: f64,
    /// Standard deviation of the natural logarithm of that ratio.
    pub log_deviation: f64,
    /// Share of our times within a factor of two of the paper's, from 0 to 1.
    pub within_2: f64,
    /// Of three.
    pub within_3: f64,
    /// Of five.
    pub within_5: f64,
}

impl Summary {
    /// Computes the figures of results at a clock rate.
    pub fn new(results: &[Outcome], clock: Clock) -> Self {
        Self::at(results, clock, None)
    }

    /// Computes the figures with the scaled times multiplied by `scale`; default: the scale that the mates need.
    pub fn at(results: &[Outcome], clock: Clock, scale: Option<f64>) -> Self {
        let count = |wanted: &dyn Fn(&Outcome) -> bool| results.iter().filter(|result| wanted(result)).count();
        let whole = |scale: f64| move |seconds: f64| rounded_up(seconds, scale);
        let times = |ours: &dyn Fn(f64) -> f64, wanted: &dyn Fn(&Outcome) -> bool| Times::of(results, ours, wanted);
        let mate = |result: &Outcome| result.value.is_some_and(|value| Value(value).is_mate());
        let mates = times(&whole(1.0), &mate);
        let scale = scale.or_else(|| {
            let compared = results.iter().filter(|result| !result.footnote && mate(result));
            let pair = |result: &Outcome| Some((result.seconds?, result.table1_seconds?.into()));
            even(&compared.filter_map(pair).collect::<Vec<_>>())
        });
        let scaled = |wanted: &dyn Fn(&Outcome) -> bool| scale.and_then(|scale| times(&whole(scale), wanted));
        let nodes: u64 = results.iter().map(|result| u64::from(result.nodes)).sum();
        let cycles: u64 = results.iter().map(|result| result.iteration_cycles).sum();
        Self {
            positions: results.len(),
            solved: count(&|result| result.solved),
            table1_solved: count(&|result| result.table1_seconds.is_some()),
            both_unsolved: count(&|result| !result.solved && result.table1_seconds.is_none()),
            footnoted: count(&|result| result.footnote),
            footnoted_solved: count(&|result| result.footnote && result.solved),
            times: times(&whole(1.0), &|_| true),
            material: times(&whole(1.0), &|result| !mate(result)),
            long: times(&whole(1.0), &is_long),
            exact: times(&|seconds| seconds, &|_| true),
            scaled: scaled(&|_| true),
            scaled_mates: scaled(&mate),
            tied: count(&|result| {
                !result.footnote && result.whole_seconds() == Some(1) && result.table1_seconds == Some(1)
            }),
            effective_clock_hz: scale.map(|scale| clock.hertz() as f64 / scale),
            mates,
            cycles_per_node: cycles as f64 / nodes.max(1) as f64,
        }
    }
}

/// Returns the scale at which our exact times, rounded up after scaling, have the geometric mean of the paper's; `None`
/// for fewer than two pairs, or if no scale from 1/1,000 to 1,000 achieves it. It would be wrong to divide by the mean
/// ratio of rounded times, because a scaled time is rounded up again.
fn even(pairs: &[(f64, f64)]) -> Option<f64> {
    const BEYOND: f64 = 1000.0;
    let excess = |scale: f64| -> f64 {
        pairs
            .iter()
            .map(|(ours, paper)| (rounded_up(*ours, scale) / paper).ln())
            .sum()
    };
    let (mut low, mut high) = (1.0 / BEYOND, BEYOND);
    if pairs.len() < 2 || excess(low) > 0.0 || excess(high) < 0.0 {
        return None;
    }
    // The sum grows in steps; the step across 0 is located to one part in 10^12.
    while high / low > 1.0 + 1e-12 {
        let middle = (low * high).sqrt();
        *(if excess(middle) < 0.0 { &mut low } else { &mut high }) = middle;
    }
    Some(high)
}

/// Returns true if the position took the paper longer than `SHORT`.
pub fn is_long(result: &Outcome) -> bool {
    result.table1_seconds > Some(SHORT)
}

impl Times {
    /// Compares our times, as `ours` returns them, with the paper's, over those of the requested positions that both
    /// have solved and that have no footnote.
    pub fn of(results: &[Outcome], ours: &dyn Fn(f64) -> f64, wanted: &dyn Fn(&Outcome) -> bool) -> Option<Self> {
        let pair = |result: &Outcome| Some((ours(result.seconds?), result.table1_seconds?.into()));
        let compared = results.iter().filter(|result| !result.footnote && wanted(result));
        Self::new(&compared.filter_map(pair).collect::<Vec<_>>())
    }

    /// Compares pairs of seconds, ours and the paper's.
    fn new(pairs: &[(f64, f64)]) -> Option<Self> {
        if pairs.len() < 2 {
            return None;
        }
        let count = pairs.len() as f64;
        let logs: Vec<f64> = pairs.iter().map(|(ours, paper)| (ours / paper).ln()).collect();
        let within = |factor: f64| {
            // Slightly more than the factor, so that 2 counts as within a factor of 2 of 4.
            let limit = factor.ln() + 1e-9;
            logs.iter().filter(|log| log.abs() <= limit).count() as f64 / count
        };
        let mean = logs.iter().sum::<f64>() / count;
        let deviation = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / count;
        let logarithms = |values: &[f64]| values.iter().map(|value| value.ln()).collect::<Vec<_>>();
        let (ours, paper): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        Some(Self {
            positions: pairs.len(),
            spearman: spearman(&ours, &paper),
            spearman_interval: interval(pairs.len(), |sample| {
                let pick = |values: &[f64]| sample.iter().map(|&at| values[at]).collect::<Vec<_>>();
                Some(spearman(&pick(&ours), &pick(&paper)))
            }),
            log_pearson: pearson(&logarithms(&ours), &logarithms(&paper)),
            mean_ratio: mean.exp(),
            log_deviation: deviation.sqrt(),
            within_2: within(2.0),
            within_3: within(3.0),
            within_5: within(5.0),
        })
    }
}

impl Times {
    /// Formats the shares within a factor of two, three and five, in per cent.
    pub fn within(&self) -> String {
        let percent = [self.within_2, self.within_3, self.within_5];
        percent.map(|share| format!("{:.0}", 100.0 * share)).join(" / ")
    }
}

/// Returns Spearman's rank correlation.
fn spearman(a: &[f64], b: &[f64]) -> f64 {
    pearson(&ranks(a), &ranks(b))
}

/// Returns ranks from 1; equal values have the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut begin = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let mean = begin as f64 + (equal.len() + 1) as f64 / 2.0;
        equal.iter().for_each(|&at| ranks[at] = mean);
        begin += equal.len();
    }
    ranks
}

/// Returns Pearson's correlation; 0 if one side does not vary.
fn pearson(a: &[f64], b: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let sum = |f: &dyn Fn(f64, f64) -> f64| -> f64 { a.iter().zip(b).map(|(x, y)| f(x - mean_a, y - mean_b)).sum() };
    let spread = (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt();
    if spread == 0.0 {
        0.0
    } else {
        sum(&|x, y| x * y) / spread
    }
}

/// Fixed seed of the samples for intervals, so that they are the same in every run.
const SEED: u64 = 1986;

/// Returns a range that contains 95% of the values of a figure over samples of `positions` positions, drawn with
/// replacement (Efron 1979): it shows how much the figure depends on the choice of positions in the table. `None` if
/// there are no positions, or the figure has no value for one of the samples.
pub fn interval(positions: usize, figure: impl Fn(&[usize]) -> Option<f64>) -> Option<(f64, f64)> {
    let draw = |draw: u64, at: u64| {
        let number = nth(SEED, draw * positions as u64 + at);
        // The high half of the product makes every position equally likely.
        ((u128::from(number) * positions as u128) >> 64) as usize
    };
    percentiles(positions, draw, figure)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn equal_values_share_their_ranks() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 7.0]), [2.5, 1.0, 2.5, 4.0]);
    }

    /// Three times of 0.6 s against 1, 2 and 4 s: the whole seconds become 2 just above a scale of 1/0.6, and 2 is the
    /// mean of the paper's times. With the mean of times already rounded up, the scale would be 2.
    #[test]
    fn the_scale_rounds_up_anew() {
        let scale = even(&[(0.6, 1.0), (0.6, 2.0), (0.6, 4.0)]).expect("a scale");
        assert!((scale - 1.0 / 0.6).abs() < 1e-9, "{scale}");
        assert_eq!(even(&[(0.6, 1.0)]), None);
        // No sensible scale makes these times as long as the paper's.
        assert_eq!(even(&[(1e-9, 50.0), (1e-9, 50.0)]), None);
    }

    #[test]
    fn figures_by_hand() {
        // Ratios 2, 1/2, 4 and 1: the mean is the fourth root of 4.
        let times = Times::new(&[(2.0, 1.0), (2.0, 4.0), (40.0, 10.0), (7.0, 7.0)]);
        let times = times.expect("four pairs");
        assert!(near(times.mean_ratio, 4_f64.powf(0.25)));
        // Logarithms of the ratios in units of ln 2: 1, -1, 2, 0; their mean is 1/2, and the mean
        // square of what is left 5/4.
        assert!(near(times.log_deviation, 2_f64.ln() * 1.25_f64.sqrt()));
        assert!(near(times.within_2, 0.75) && near(times.within_3, 0.75));
        assert!(near(times.within_5, 1.0));
        // Ranks 1.5 1.5 4 3 and 1 2 4 3: deviations -1 -1 1.5 .5 and -1.5 -.5 1.5 .5 give
        // 4.5 / sqrt(4.5 * 5).
        assert!(near(times.spearman, 4.5 / 22.5_f64.sqrt()));
        assert_eq!(Times::new(&[(1.0, 1.0)]), None);
    }

    /// The mean of 100 values, half of them 0 and half 1, has the standard error 0.05: 0.402 to 0.598.
    #[test]
    fn the_interval_of_a_mean_is_two_standard_errors_wide() {
        let values: Vec<f64> = (0..100).map(|n| f64::from(n % 2)).collect();
        let mean = |sample: &[usize]| Some(sample.iter().map(|&at| values[at]).sum::<f64>() / 100.0);
        let (low, high) = interval(100, mean).expect("an interval");
        assert!(
            (low - 0.402).abs() < 0.015 && (high - 0.598).abs() < 0.015,
            "{low} {high}"
        );
        assert_eq!(interval(0, mean), None);
    }
}
